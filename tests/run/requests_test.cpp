// Numbers stay what they were while requests go, against a map as the obvious twin.
#include "run/requests.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <vector>

using namespace ssdetect;

namespace {

Request at(Nanos when) {
  Request request;
  request.issued = when;
  return request;
}

}  // namespace

TEST_CASE("twin: requests are found by their numbers, one by one and in ranges, however many are gone") {
  std::mt19937_64 random(3);
  Requests requests;
  std::map<std::size_t, Nanos> twin;
  for (int round = 0; round < 8; ++round) {
    for (std::size_t n = random() % 3000; n > 0; --n) {
      twin[requests.size()] = static_cast<Nanos>(random() % 1000);
      requests.push_back(at(twin.rbegin()->second));
    }
    const std::size_t issued = requests.size();
    requests.retain([&](std::size_t number, Request& request) {
      REQUIRE(request.issued == twin.at(number));
      if (random() % 4 != 0) return twin.erase(number), false;
      twin[number] = request.issued += 1;
      return true;
    });
    REQUIRE(requests.size() == issued);
    REQUIRE(requests.kept() == twin.size());
    auto next = twin.begin();
    for (const Request& request : requests) REQUIRE(request.issued == (next++)->second);
    for (const auto& [number, when] : twin) REQUIRE(requests[number].issued == when);
    const RequestRange range{issued / 3, issued / 2};
    auto inside = twin.lower_bound(range.begin);
    requests.for_each(range, [&](std::size_t number, const Request& request) {
      REQUIRE(inside->first == number);
      REQUIRE((inside++)->second == request.issued);
    });
    REQUIRE(inside == twin.lower_bound(range.end));
  }
}

TEST_CASE("the example of the header") {
  Requests requests;
  for (Nanos number = 0; number < 6; ++number) requests.push_back(at(number));
  requests.retain([](std::size_t number, Request&) { return number != 0 && number != 2 && number != 3; });
  for (Nanos number = 6; number < 8; ++number) requests.push_back(at(number));
  std::vector<std::size_t> numbers;
  requests.for_each({2, 9}, [&](std::size_t number, const Request&) { numbers.push_back(number); });
  CHECK(numbers == std::vector<std::size_t>{4, 5, 6, 7});
  CHECK(requests[7].issued == 7);
  CHECK(requests[4].issued == 4);
  CHECK(requests.size() == 8);
  CHECK(requests.kept() == 5);
}

TEST_CASE("no requests at all") {
  Requests requests;
  CHECK(requests.empty());
  CHECK(requests.begin() == requests.end());
  requests.retain([](std::size_t, Request&) { return true; });
  requests.for_each({0, 10}, [](std::size_t, const Request&) { FAIL("there is none"); });
  CHECK(requests.size() == 0);
}
