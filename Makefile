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

# The log generator: its own program, for the demo, the benchmarks and the command line tests.
GENERATOR_SOURCES := $(addprefix tests/oracles/,make_log.cpp simulate.cpp planted_tpot.cpp scenarios.cpp \
                       text_blocks.cpp write_log.cpp write_aiperf.cpp)

$(BUILD)/make-log: $(call objects,$(GENERATOR_SOURCES))
	$(CXX) $(CXXFLAGS_ALL) $(LDFLAGS) -o $@ $^

# The same bytes on every machine: no fused multiply-add.
$(BUILD)/tests/oracles/%.o: CXXFLAGS_ALL += -ffp-contract=off

$(BUILD)/%.o: %.cpp Makefile
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS_ALL) $(CXXFLAGS_ALL) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
