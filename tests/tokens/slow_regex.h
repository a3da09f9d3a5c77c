// A back-tracking matcher for the pre-tokenizers' patterns: slow, and as plain as the definition of their
// operators.
//
// Understands what the patterns use: classes with \p{..}, ranges, ^ and &&, \s \S \r \n, groups with (?i: and
// (?!, alternatives, ? * + {a,b}. The classes of characters are those of unicode_classes, which has its own
// test.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/unicode_classes.h"
#include "tokens/utf8.h"

namespace slow {

using Text = std::u32string;
using Set = std::function<bool(char32_t)>;
using Rest = std::function<bool(std::size_t)>;  // can the pattern go on from here?
using Matcher = std::function<bool(const Text&, std::size_t, const Rest&)>;

[[gnu::noinline]] inline Text decoded(std::string_view utf8) {
  Text text;
  for (std::size_t at = 0; at < utf8.size();) {
    auto c = ssdetect::utf8::decode(utf8.data() + at);
    text += c.code_point;
    at += c.size;
  }
  return text;
}

inline Set of_class(ssdetect::unicode::Classes mask) {
  return [mask](char32_t c) { return (ssdetect::unicode::class_table()[c] & mask) != 0; };
}

inline Matcher one_of(Set set) {
  return [set](const Text& t, std::size_t at, const Rest& rest) {
    return at < t.size() && set(t[at]) && rest(at + 1);
  };
}

inline Matcher sequence(Matcher a, Matcher b) {
  return [a, b](const Text& t, std::size_t at, const Rest& rest) {
    return a(t, at, [&](std::size_t next) { return b(t, next, rest); });
  };
}

inline Matcher either(Matcher a, Matcher b) {
  return [a, b](const Text& t, std::size_t at, const Rest& rest) { return a(t, at, rest) || b(t, at, rest); };
}

// Greedy.
inline Matcher repeat(Matcher a, int least, int most) {
  return [=](const Text& t, std::size_t at, const Rest& rest) {
    if (most > 0) {
      Matcher again = repeat(a, least - 1, most - 1);
      if (a(t, at, [&](std::size_t next) { return next > at && again(t, next, rest); })) return true;
    }
    return least <= 0 && rest(at);
  };
}

inline Matcher not_ahead(Matcher a) {
  return [a](const Text& t, std::size_t at, const Rest& rest) {
    return !a(t, at, [](std::size_t) { return true; }) && rest(at);
  };
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : p_(decoded(pattern)) {}
  Matcher parse() { return alternatives(); }

 private:
  bool at(const char* text) const {
    return p_.compare(i_, std::string_view(text).size(), decoded(text)) == 0;
  }
  bool take(const char* text) { return at(text) && (i_ += decoded(text).size(), true); }

  Matcher alternatives() {
    Matcher result = concatenation();
    while (take("|")) result = either(result, concatenation());
    return result;
  }

  Matcher concatenation() {
    Matcher result = [](const Text&, std::size_t at, const Rest& rest) { return rest(at); };
    while (i_ < p_.size() && !at("|") && !at(")")) result = sequence(result, repetition());
    return result;
  }

  Matcher repetition() {
    Matcher a = atom();
    constexpr int many = 1 << 20;
    if (take("?")) return repeat(a, 0, 1);
    if (take("*")) return repeat(a, 0, many);
    if (take("+")) return repeat(a, 1, many);
    if (take("{1,3}")) return repeat(a, 1, 3);
    return a;
  }

  Matcher atom() {
    if (take("(?!")) return closed(not_ahead(alternatives()));
    if (take("(?i:")) {
      fold_ = true;
      Matcher group = closed(alternatives());
      fold_ = false;
      return group;
    }
    return one_of(at("[") ? bracket() : element());
  }

  Matcher closed(Matcher group) {
    take(")");
    return group;
  }

  Set bracket() {
    take("[");
    bool negated = take("^");
    Set set = [](char32_t) { return false; };
    while (!take("]")) {
      if (take("&&")) {
        Set a = set, b = bracket();
        set = [a, b](char32_t c) { return a(c) && b(c); };
      } else {
        Set a = set, b = element();
        set = [a, b](char32_t c) { return a(c) || b(c); };
      }
    }
    return [=](char32_t c) { return set(c) != negated; };
  }

  // A character, a range of them, or an escaped class.
  Set element() {
    namespace u = ssdetect::unicode;
    static const std::map<std::string, u::Classes> names = {
        {"\\p{L}", u::letter},        {"\\p{N}", u::number}, {"\\p{M}", u::mark},
        {"\\p{P}", u::punctuation},   {"\\p{S}", u::symbol}, {"\\p{Lu}", u::upper},
        {"\\p{Lt}", u::upper},        {"\\p{Ll}", u::lower}, {"\\p{Lm}", u::other_letter},
        {"\\p{Lo}", u::other_letter}, {"\\p{Han}", u::han},  {"\\s", u::space},
    };
    for (const auto& [name, mask] : names) {
      if (take(name.c_str())) return of_class(mask);
    }
    if (take("\\S")) return [](char32_t c) { return !of_class(ssdetect::unicode::space)(c); };
    char32_t first = character();
    if (!(at("-") && p_[i_ + 1] != U']')) return one(first);
    take("-");
    char32_t last = character();
    return [=](char32_t c) { return c >= first && c <= last; };
  }

  char32_t character() {
    if (take("\\r")) return U'\r';
    if (take("\\n")) return U'\n';
    take("\\");
    return p_[i_++];
  }

  Set one(char32_t wanted) const {
    if (!fold_) return [=](char32_t c) { return c == wanted; };
    return [=](char32_t c) {
      return c == wanted || (c < 128 && wanted >= U'a' && (c | 0x20) == wanted) ||
             (wanted == U's' && c == U'ſ');
    };
  }

  Text p_;
  std::size_t i_ = 0;
  bool fold_ = false;
};

// The lengths of the pieces that splitting at each match, leftmost first, gives.
inline std::vector<std::size_t> pieces(const Matcher& matcher, const Text& text) {
  std::vector<std::size_t> sizes;
  std::size_t start = 0;  // of what lies before the next match
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    matcher(text, at, [&](std::size_t e) { return end = e, true; });
    if (end == at) {
      ++at;
      continue;
    }
    if (at > start) sizes.push_back(at - start);
    sizes.push_back(end - at);
    start = at = end;
  }
  if (text.size() > start) sizes.push_back(text.size() - start);
  return sizes;
}

// Several patterns, each inside the pieces of the one before.
inline std::vector<std::size_t> pieces(const std::vector<Matcher>& patterns, const Text& text) {
  std::vector<std::size_t> sizes = {text.size()};
  for (const Matcher& pattern : patterns) {
    std::vector<std::size_t> finer;
    std::size_t at = 0;
    for (std::size_t size : sizes) {
      for (std::size_t part : pieces(pattern, text.substr(at, size))) finer.push_back(part);
      at += size;
    }
    sizes = finer;
  }
  return sizes;
}

}  // namespace slow
