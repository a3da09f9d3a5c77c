// Which count is taken, and what is noted of the others?
#include "formats/output_count.h"

#include <doctest/doctest.h>

#include "json/text.h"

using namespace ssdetect;

namespace {

// The count of a record with members "client" and "server".
std::optional<Tokens> count(const std::string& record, Diagnostics& noted, const std::string& field = "") {
  JsonText json;
  REQUIRE(json.parse(record));
  WantedPayload wanted;
  wanted.token_field = field;
  return OutputCount(wanted, noted).of(json.root(), json.root().member("client"), json.root().member("server"));
}

}  // namespace

TEST_CASE("output count: --token-field, else the server's, else the client's") {
  Diagnostics noted;
  CHECK(count(R"({"client":7,"server":5,"a":{"b":9}})", noted, "/a/b") == 9);
  CHECK(count(R"({"client":7,"server":5})", noted) == 5);
  CHECK(count(R"({"client":7,"server":null})", noted) == 7);
  CHECK_FALSE(count(R"({"server":null})", noted).has_value());
  CHECK(noted.missing_counts == 0);
  CHECK(noted.invalid_counts == 0);
}

TEST_CASE("output count: sums of what both counted; what is missing or no count is noted") {
  Diagnostics noted;
  count(R"({"client":7,"server":5})", noted);
  count(R"({"client":10,"server":20})", noted);
  count(R"({"client":100})", noted);
  CHECK(noted.client_tokens == 17);
  CHECK(noted.server_tokens == 25);
  CHECK(count(R"({"client":3})", noted, "/a/b") == 3);
  CHECK(noted.missing_counts == 1);
  CHECK(count(R"({"client":3,"server":-1})", noted) == 3);
  CHECK(count(R"({"client":"many"})", noted) == std::nullopt);
  CHECK(noted.invalid_counts == 2);
}
