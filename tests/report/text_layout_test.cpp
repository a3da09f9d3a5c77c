#include "report/text_layout.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("text layout: a line ends before it is wider than 80") {
  const std::string text = wrapped("  - ", std::string(70, 'a') + " " + std::string(6, 'b') + " c");
  CHECK(text == "  - " + std::string(70, 'a') + "\n    " + std::string(6, 'b') + " c\n");
}

TEST_CASE("text layout: a word that is wider than a line stands on one of its own") {
  CHECK(wrapped("  ", std::string(100, 'x')) == "  " + std::string(100, 'x') + "\n");
}

TEST_CASE("text layout: beside a block's name the text begins in column 14") {
  CHECK(block("Window", "one") == "  Window      one\n");
  CHECK(block("", "two") == "              two\n");
}
