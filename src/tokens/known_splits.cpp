// Method: the models' own regular expressions, compared byte by byte. A pattern that merely looks alike may
// split differently, so nothing is read into it.
#include "tokens/known_splits.h"

namespace ssdetect {
namespace {

// clang-format off
constexpr const char* cl100k_regex =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+)"
    R"(|\s+(?!\S)|\s+)";
constexpr const char* qwen_regex =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+)"
    R"(|\s+(?!\S)|\s+)";
constexpr const char* o200k_regex =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr const char* deepseek_digits = R"(\p{N}{1,3})";
constexpr const char* deepseek_cjk = "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+";
constexpr const char* deepseek_words =
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^)" "\r\n"
    R"(\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[)" "\r\n" R"(]*|\s*[)" "\r\n" R"(]+|\s+(?!\S)|\s+)";

// clang-format on

struct KnownSplits {
  Pattern pattern;
  std::vector<std::string_view> regexes;
};

const std::vector<KnownSplits>& known_splits() {
  static const std::vector<KnownSplits> known = {
      {Pattern::cl100k, {cl100k_regex}},
      {Pattern::qwen, {qwen_regex}},
      {Pattern::o200k, {o200k_regex}},
      {Pattern::deepseek, {deepseek_digits, deepseek_cjk, deepseek_words}},
  };
  return known;
}

}  // namespace

std::optional<Pattern> pattern_of_splits(const std::vector<std::string_view>& regexes) {
  for (const KnownSplits& known : known_splits()) {
    if (known.regexes == regexes) return known.pattern;
  }
  return std::nullopt;
}

}  // namespace ssdetect
