#include "input/event.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("keys: equal ids have equal ones, and only the empty conversation has 0") {
  CHECK(request_key("a") == request_key("a"));
  CHECK(request_key("a") != request_key("b"));
  CHECK(conversation_key("") == 0);
  CHECK(conversation_key("a") == conversation_key("a"));
  CHECK(conversation_key("a") != conversation_key("b"));
  CHECK(conversation_key("a") != 0);
}

TEST_CASE("diagnostics: the first three places of both kinds, and a place is asked for only then") {
  Diagnostics diagnostics;
  int asked = 0;
  const auto place = [&] { return ++asked, LinePlace{7, "bad", "/1"}; };
  diagnostics.malformed(5, "no JSON");
  for (int i = 0; i < 10; ++i) diagnostics.malformed_record(place);
  CHECK(diagnostics.malformed_lines == 1);
  CHECK(diagnostics.malformed_records == 10);
  CHECK(asked == 2);
  REQUIRE(diagnostics.first_malformed.size() == 3);
  CHECK(diagnostics.first_malformed[0].record.empty());
  CHECK(diagnostics.first_malformed[2].record == "/1");
}

TEST_CASE("diagnostics: what follows is numbered on") {
  Diagnostics all, later;
  all.lines = 10;
  all.malformed(3, "a");
  later.lines = 5;
  later.malformed(2, "b");
  later.malformed_record([] { return LinePlace{4, "c", "/0"}; });
  later.torn_last_line = true;
  all.append(later);
  CHECK(all.lines == 15);
  CHECK(all.malformed_lines == 2);
  CHECK(all.malformed_records == 1);
  REQUIRE(all.first_malformed.size() == 3);
  CHECK(all.first_malformed[1].line == 12);
  CHECK(all.first_malformed[2].line == 14);
  CHECK(all.partial());
}
