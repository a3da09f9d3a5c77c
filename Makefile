# ssdetect. `make help` lists the targets.

VERSION := 0.1.0
PREFIX  ?= /usr/local
CXX     ?= g++
BUILD   ?= build
OPT     ?= -O2 -g
SHARED  ?= ../shared

CPPFLAGS_ALL := -Isrc -I. -DSSDETECT_VERSION='"$(VERSION)"' -DSSDETECT_SHARED='"$(SHARED)"' $(CPPFLAGS)
CXXFLAGS_ALL := -std=c++20 -Wall -Wextra -Wpedantic $(OPT) $(CXXFLAGS)
LDLIBS_ALL   := -lsimdjson -lfmt -lyaml-cpp -lutf8proc -lxxhash -lpthread $(LDLIBS)

# What a fresh Debian or Ubuntu lacks: to build, and to test.
BUILD_PACKAGES := libsimdjson-dev libfmt-dev libcxxopts-dev libyaml-cpp-dev libutf8proc-dev libxxhash-dev \
                  nlohmann-json3-dev zstd
TEST_PACKAGES  := doctest-dev python3-jsonschema mandoc zsh fish parallel jq

LIB_SOURCES  := $(filter-out src/main.cpp,$(shell find src -name '*.cpp' | LC_ALL=C sort))
TEST_SOURCES := tests/main.cpp $(shell find tests -name '*_test.cpp' | LC_ALL=C sort)
TEST_SUPPORT := $(filter-out %/make_log.cpp,$(shell find tests/oracles -name '*.cpp' | LC_ALL=C sort))

objects = $(patsubst %.cpp,$(BUILD)/%.o,$(1))

.PHONY: all
all: $(BUILD)/ssdetect

$(BUILD)/ssdetect: $(call objects,src/main.cpp $(LIB_SOURCES))
	$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

$(BUILD)/unit-tests: $(call objects,$(TEST_SOURCES) $(TEST_SUPPORT) $(LIB_SOURCES))
	$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(LDLIBS_ALL)

# Token counts: the models' own files and tokenizers, fetched into $(BUILD)/npm.
$(BUILD)/count-tokens: $(call objects,tests/tokens/count_tokens.cpp $(filter src/tokens/%,$(LIB_SOURCES)))
	$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^ -lsimdjson -lutf8proc -lxxhash

.PHONY: check-tokenizers bench-tokenizers
check-tokenizers: $(BUILD)/count-tokens
	BUILD=$(BUILD) SHARED=$(SHARED) tests/tokens/check_tokenizers.sh

bench-tokenizers: $(BUILD)/count-tokens
	BUILD=$(BUILD) SHARED=$(SHARED) tests/perf/bench_tokenizers.sh

$(BUILD)/%.o: %.cpp Makefile
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS_ALL) $(CXXFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
