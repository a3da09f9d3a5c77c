// What json/index relies on in simdjson's inside, on every set of instructions of this processor: the first
// stage against a byte-by-byte twin, on texts of all lengths around its blocks of 64 bytes, and the entries
// behind the last token. The texts are exact-size heap copies, so that the sanitizers see a read past the
// end.
#include "json/index.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/json/implementations.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Offsets = std::vector<std::uint32_t>;

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_structural(char c) { return std::string_view("{}[]:,").find(c) != std::string_view::npos; }

// A state machine, a byte a step. Whatever stands behind a string begins a token. A quote behind a number or
// a word does not, and whether it opens a string differs from one set of instructions to the next, as does
// whether a control character behind a backslash is seen: such rubbish is left to JsonCheck, whose tests have
// it.
struct Twin {
  Offsets tokens;
  bool open = false;     // at the end, inside a string
  bool control = false;  // a control character inside a string
  bool rubbish = false;

  explicit Twin(std::string_view text) {
    bool escaped = false, in_word = false;
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool is_quote = c == '"' && !escaped;
      const bool is_control = static_cast<unsigned char>(c) < 0x20;
      rubbish = rubbish || (escaped && is_control);
      escaped = c == '\\' && !escaped;
      if (open) {
        control = control || is_control;
        open = !is_quote;
        continue;
      }
      const bool is_word = !is_white(c) && !is_structural(c);
      if (!is_white(c) && !(is_word && in_word)) tokens.push_back(i);
      rubbish = rubbish || (is_quote && in_word);
      in_word = is_word && !is_quote;
      open = is_quote;
    }
  }

  IndexFault fault() const {
    if (open) return IndexFault::open_string;
    if (control) return IndexFault::control_character;
    return tokens.empty() ? IndexFault::empty : IndexFault::none;
  }
};

Offsets tokens_of(const JsonTokens& tokens) {
  Offsets found;
  for (const std::uint32_t* at = tokens.at; *at < tokens.limit; ++at) found.push_back(*at);
  return found;
}

// The index of the text, and the entry behind its tokens, against the twin.
void check_against_twin(JsonIndex& index, std::string_view text) {
  const std::vector<char> exact(text.begin(), text.end());
  const Twin twin(text);
  if (twin.rubbish) return;
  const IndexFault fault = index.build({exact.data(), exact.size()});
  REQUIRE_MESSAGE(fault == twin.fault(), text);
  if (fault != IndexFault::none) return;
  REQUIRE_MESSAGE(tokens_of(index.tokens()) == twin.tokens, text);
  CHECK(index.tokens().at[twin.tokens.size()] == text.size());
  CHECK(index.tokens().limit == text.size());
  CHECK(index.first_backslash() == std::min(text.size(), text.find('\\')));
}

std::string random_text(std::mt19937& random, std::size_t size) {
  static const std::string letters = "{}[]:,\"\"\"\\\\ \n\t\rab1-.e";
  std::string text(size, ' ');
  for (char& c : text) c = letters[random() % letters.size()];
  return text;
}

}  // namespace

TEST_CASE("contract: the tokens of known texts") {
  struct Known {
    std::string_view text;
    Offsets tokens;
  };
  const Known known[] = {{"1", {0}},
                         {R"({"a":1})", {0, 1, 4, 5, 6}},
                         {R"( [ "x" , -2.5e3 ] )", {1, 3, 7, 9, 16}},
                         {R"(["\"",null])", {0, 1, 5, 6, 10}},
                         {R"("a""b")", {0, 3}},
                         {R"("a"b)", {0, 3}},
                         {R"("\\"x)", {0, 4}},
                         {"[\"\xC3\xA9\"]", {0, 1, 5}}};
  on_every_implementation([&] {
    JsonIndex index;
    for (const Known& each : known) {
      CAPTURE(each.text);
      REQUIRE(index.build(each.text) == IndexFault::none);
      CHECK(tokens_of(index.tokens()) == each.tokens);
      CHECK(index.tokens().at[each.tokens.size()] == each.text.size());
    }
  });
}

TEST_CASE("contract: random texts of every length around the blocks, against a byte-by-byte twin") {
  on_every_implementation([] {
    std::mt19937 random(17);
    JsonIndex index;
    for (std::size_t size = 1; size < 300; ++size)
      for (int round = 0; round < 20; ++round) check_against_twin(index, random_text(random, size));
  });
}

TEST_CASE("contract: strings, runs of backslashes and words that cross the borders of blocks") {
  on_every_implementation([] {
    JsonIndex index;
    for (std::size_t before = 0; before < 140; ++before) {
      for (std::size_t length = 0; length < 6; ++length) {
        const std::string space(before, ' '), slashes(length, '\\');
        for (const std::string& middle :
             {"\"" + slashes + "\"x\"", "\"" + slashes + "n\",1", slashes + "\"a\"",
              "[\"" + std::string(before, 'x') + slashes + "\"]"})
          check_against_twin(index, space + middle);
      }
    }
  });
}

TEST_CASE("contract: faults of the first stage, wherever they stand") {
  on_every_implementation([] {
    JsonIndex index;
    for (std::size_t before = 0; before < 140; ++before) {
      const std::string space(before, ' ');
      CHECK(index.build(space + "[\"a") == IndexFault::open_string);
      CHECK(index.build(space + "[\"a\x01\"]") == IndexFault::control_character);
      CHECK(index.build(space + "[\"a\n\"]") == IndexFault::control_character);
      CHECK(index.build(space + "[\"\xC3\"]") == IndexFault::utf8);
      CHECK(index.build(space + "[\"a\"]") == IndexFault::none);
    }
    CHECK(index.build("") == IndexFault::empty);
    CHECK(index.build(std::string(200, ' ')) == IndexFault::empty);
  });
}

TEST_CASE("contract: an index that grew, and one that was larger before, are the same as a new one") {
  on_every_implementation([] {
    std::mt19937 random(5);
    JsonIndex kept;
    for (const std::size_t elements : {10, 100'000, 3, 300'000, 1}) {
      std::string text = "[0";
      for (std::size_t i = 0; i < elements; ++i) text += random() % 2 ? ",1" : ",\"a\"";
      check_against_twin(kept, text + "]");
    }
  });
}

TEST_CASE("contract: all tokens one byte apart fill the index to its last entry") {
  on_every_implementation([] {
    for (const std::size_t size : {64, 65'535, 65'536, 65'537}) {
      JsonIndex index;
      check_against_twin(index, std::string(size, '['));
    }
  });
}

namespace {

// The lines one after the other, each against an index of it alone.
void check_lines(const std::vector<std::string>& lines, bool reads_tokens) {
  std::string batch;
  for (const std::string& line : lines) batch += line + "\n";
  LineIndex together;
  together.start(batch);
  std::size_t begin = 0;
  for (const std::string& line : lines) {
    CAPTURE(line);
    const std::string_view in_batch = std::string_view(batch).substr(begin, line.size());
    begin += line.size() + 1;
    if (line.empty()) continue;
    JsonTokens tokens;
    JsonIndex alone;
    const IndexFault fault = alone.build(line);
    REQUIRE(together.find(in_batch, tokens) == fault);
    if (fault != IndexFault::none) continue;
    std::vector<std::string_view> found, expected;
    for (const std::uint32_t* at = tokens.at; *at < tokens.limit; ++at)
      found.emplace_back(in_batch.substr(static_cast<std::size_t>(tokens.text + *at - in_batch.data())));
    for (const std::uint32_t at : tokens_of(alone.tokens()))
      expected.emplace_back(std::string_view(line).substr(at));
    CHECK(found == expected);
    CHECK(tokens.text + tokens.origin == in_batch.data());
    CHECK(tokens.may_have_escapes == (line.find('\\') != std::string::npos));
    if (reads_tokens) together.passed(tokens.at + found.size());
  }
}

}  // namespace

TEST_CASE("lines together: the tokens and faults of each are its own, read on or left early") {
  const std::vector<std::string> good = {R"({"a":1})",    "", R"(["\u00e9"])", "[]", R"("x")",
                                         R"({"b":"\n"})", "7"};
  for (const bool reads_tokens : {false, true}) {
    check_lines(good, reads_tokens);
    for (const char* bad : {"{\"open", "\"\x01\"", "\xFF", "{\"a\":\"\\q\"}", "\\"}) {
      for (std::size_t at = 0; at <= good.size(); ++at) {
        auto lines = good;
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), bad);
        check_lines(lines, reads_tokens);
      }
    }
  }
}
