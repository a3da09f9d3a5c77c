// Every code point against the ranges as the models' tokenizers see them (shared/golden/tokens).
#include "tokens/unicode_classes.h"

#include <doctest/doctest.h>
#include <simdjson.h>

#include <filesystem>
#include <map>
#include <vector>

using namespace ssdetect;

namespace {

const std::map<std::string, unicode::Classes> masks = {
    {"\\p{L}", unicode::letter}, {"\\p{Ll}", unicode::lower},      {"\\p{M}", unicode::mark},
    {"\\p{N}", unicode::number}, {"\\p{P}", unicode::punctuation}, {"\\p{S}", unicode::symbol},
    {"\\s", unicode::space},     {"\\p{Han}", unicode::han},
};

std::vector<bool> members(simdjson::dom::element ranges) {
  std::vector<bool> in(unicode::code_points);
  for (simdjson::dom::element range : ranges.get_array()) {
    for (std::uint64_t c = range.at(0); c <= std::uint64_t(range.at(1)); ++c) in[c] = true;
  }
  return in;
}

std::size_t differences(const std::vector<bool>& in, unicode::Classes mask) {
  std::size_t n = 0;
  for (std::size_t c = 0; c < unicode::code_points; ++c)
    n += in[c] != ((unicode::class_table()[c] & mask) != 0);
  return n;
}

}  // namespace

TEST_CASE("unicode classes: equal to the models' for every code point") {
  std::string path = SSDETECT_SHARED "/golden/tokens/unicode-16-classes.json";
  if (!std::filesystem::exists(path)) {
    MESSAGE("skipped: no " << path);
    return;
  }
  simdjson::dom::parser parser;
  simdjson::dom::element classes = parser.load(path);
  for (const auto& named : masks) {
    CAPTURE(named.first);
    CHECK(differences(members(classes[named.first]), named.second) == 0);
  }
  std::vector<bool> upper = members(classes["\\p{Lu}"]), title = members(classes["\\p{Lt}"]);
  std::vector<bool> modifier = members(classes["\\p{Lm}"]), other = members(classes["\\p{Lo}"]);
  for (std::size_t c = 0; c < unicode::code_points; ++c) {
    upper[c] = upper[c] || title[c];
    other[c] = other[c] || modifier[c];
  }
  CHECK(differences(upper, unicode::upper) == 0);
  CHECK(differences(other, unicode::other_letter) == 0);
}

TEST_CASE("unicode classes: one kind a code point") {
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < unicode::code_points; ++c) {
    unsigned kind = unicode::class_table()[c] & ~unicode::han;
    wrong += kind == 0 || (kind & (kind - 1)) != 0;
  }
  CHECK(wrong == 0);
  CHECK(unicode::class_table()[0x0A] == unicode::newline);
  CHECK(unicode::class_table()[0x0D] == unicode::newline);
  CHECK(unicode::class_table()[0x2028] == unicode::blank);
}
