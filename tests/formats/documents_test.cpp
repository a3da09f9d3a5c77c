#include "formats/documents.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

struct Found {
  std::vector<std::pair<std::uint64_t, std::string>> documents;  // first line, text
  Diagnostics diagnostics;
};

Found documents_of(std::string_view bytes) {
  Found found;
  const auto source = memory_source(bytes);
  Recorded sink;
  Documents documents({*source, sink, found.diagnostics}, "test");
  documents.each(
      [&](const Document& document) { found.documents.emplace_back(document.line, document.root().raw()); });
  return found;
}

using Pairs = std::vector<std::pair<std::uint64_t, std::string>>;

}  // namespace

TEST_CASE("a text over several lines is one document") {
  const auto found = documents_of("\xEF\xBB\xBF\n{\n\"a\": 1\n}\n\n");
  CHECK(found.documents == Pairs{{1, "{\n\"a\": 1\n}"}});
  CHECK(found.diagnostics.lines == 5);
  CHECK(found.diagnostics.bytes == 16);
}

TEST_CASE("lines that are documents, with blank and bad ones between them") {
  const auto found = documents_of("{\"a\":1}\n\n[2]\r\nrubbish\n \n{\"b\":\"\xFF\"}\n{\"torn");
  CHECK(found.documents == Pairs{{1, "{\"a\":1}"}, {3, "[2]"}, {6, "{\"b\":\"\xEF\xBF\xBD\"}"}});
  CHECK(found.diagnostics.lines == 7);
  CHECK(found.diagnostics.malformed_lines == 2);
  CHECK(found.diagnostics.first_malformed[0].line == 4);
  CHECK(found.diagnostics.first_malformed[1].reason == "the file is truncated here: a string is not closed");
  CHECK(found.diagnostics.torn_last_line);
  CHECK(found.diagnostics.repaired_utf8 == 1);
}

TEST_CASE("documents over several lines, one after the other; the last one cut off") {
  const auto found = documents_of("{\n \"a\": \"}{\\\"\"\n}\n{\n \"b\": [1]\n}\n{\n \"c\": 1 1\n}\n{\n \"d\"");
  CHECK(found.documents == Pairs{{1, "{\n \"a\": \"}{\\\"\"\n}"}, {3, "{\n \"b\": [1]\n}"}});
  CHECK(found.diagnostics.malformed_lines == 2);
  CHECK(found.diagnostics.first_malformed[0].line == 6);
  CHECK(found.diagnostics.first_malformed[1].reason == "the file is truncated here");
  CHECK(found.diagnostics.torn_last_line);
  CHECK_THROWS_AS(documents_of("{\n}\nrubbish"), Failure);
  CHECK_THROWS_AS(documents_of("{\n\"a\"\n"), Failure);
}

TEST_CASE("the line of a value is one of the input") {
  std::vector<std::uint64_t> lines;
  const auto note = [&](std::string_view bytes) {
    const auto source = memory_source(bytes);
    Recorded sink;
    Documents documents({*source, sink, sink.diagnostics}, "test");
    documents.each(
        [&](const Document& document) { lines.push_back(document.line_of(document.root().element(0))); });
  };
  note("[\n\n1]");
  note("[1]\n\n[2]\n");
  CHECK(lines == std::vector<std::uint64_t>{3, 1, 3});
}

TEST_CASE("no JSON at all is a failure that names the kind and the fault") {
  CHECK_THROWS_WITH_AS(
      documents_of("{\"a\":"),
      "this test file is not valid JSON (it ends too early); if it was cut off, write it again", Failure);
}
