// Looking ahead grows by steps, so that a live pipe is recognised as soon as its first lines are there.
// Tests: tests/formats/reader_test.cpp.
#include "formats/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "formats/summaries.h"

namespace ssdetect {
namespace {

// The last step is for single-line results whose arrays come before the keys that tell them.
constexpr std::size_t kLooks[] = {std::size_t{4} << 10, std::size_t{64} << 10, std::size_t{1} << 20,
                                  std::size_t{32} << 20};
struct Compression {
  std::string_view magic, name, command;
};
constexpr Compression kCompressions[] = {{"\x28\xB5\x2F\xFD", "zstd", "zstdcat"},
                                         {"\x1F\x8B", "gzip", "zcat"},
                                         {{"\xFD\x37zXZ\0", 6}, "xz", "xzcat"},
                                         {"BZh", "bzip2", "bzcat"},
                                         {"\x04\x22\x4D\x18", "lz4", "lz4cat"}};

std::string list_of_formats() {
  std::string list;
  for (const Format& format : formats())
    list += fmt::format("\n  {:<15} {}", format.name, format.description);
  return list;
}

const Format& by_name(std::string_view name) {
  for (const Format& format : formats()) {
    if (format.name == name) return format;
  }
  throw Failure(ExitCode::usage, {"--input-format"},
                fmt::format("there is no format '{}'; the formats are auto and:{}", name, list_of_formats()));
}

const Format* recognise(std::string_view prefix) {
  for (const Format& format : formats()) {
    if (format.recognises(prefix)) return &format;
  }
  return nullptr;
}

[[noreturn]] void refuse(std::string_view prefix, const std::string& name) {
  if (prefix.empty()) throw Failure(ExitCode::unreadable, {name}, "the input is empty");
  for (const Compression& known : kCompressions)
    if (prefix.starts_with(known.magic))
      throw Failure(
          ExitCode::unreadable, {name},
          fmt::format("this is {}-compressed; pipe it through {} first", known.name, known.command));
  if (const std::string summary = about_summary(prefix); !summary.empty())
    throw Failure(ExitCode::unreadable, {name}, summary);
  throw Failure(ExitCode::unreadable, {name},
                fmt::format("this is none of the known formats; --input-format names one if "
                            "its beginning is damaged. The formats are:{}",
                            list_of_formats()));
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
      events_format(),     aiperf_format(),         vllm_format(),         guidellm_format(),
      sglang_format(),     inference_perf_format(), trtllm_bench_format(), llm_load_test_format(),
      genai_perf_format(), evalscope_format(),      requests_format()};
  return all;
}

const Format* recognised_format(ByteSource& source) {
  std::size_t before = 0;
  for (const std::size_t look : kLooks) {
    if (before >= look) continue;
    const std::string_view prefix = source.peek(look);
    if (const Format* format = recognise(prefix)) return format;
    if (prefix.size() == before) break;
    before = prefix.size();
  }
  return nullptr;
}

const Format& choose_format(std::string_view name, ByteSource& source, const std::string& input_name) {
  if (name != "auto") return by_name(name);
  if (const Format* format = recognised_format(source)) return *format;
  refuse(source.peek(0), input_name);
}

}  // namespace ssdetect
