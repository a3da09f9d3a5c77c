// What is remembered of the ids that completed, while there is room and when there is none.
#include "run/finished_ids.h"

#include <doctest/doctest.h>

using namespace ssdetect;

TEST_CASE("finished ids: an id is found until it is forgotten, with its latest number") {
  FinishedIds ids;
  ids.add({1, 7}, 0);
  ids.add({1, 8}, 1);
  CHECK(ids.find({1, 7}) == 0);
  CHECK_FALSE(ids.find({1, 9}));
  ids.add({1, 7}, 2);
  CHECK(ids.find({1, 7}) == 2);
  CHECK(ids.forget({1, 7}));
  CHECK_FALSE(ids.forget({1, 7}));
  CHECK_FALSE(ids.find({1, 7}));
  CHECK(ids.find({1, 8}) == 1);
}

TEST_CASE("finished ids: without room the recent ones stay, and a share of the older ones") {
  constexpr std::size_t kMemory = 1 << 16, kIds = 200000;
  FinishedIds ids(kMemory);
  for (std::size_t i = 0; i < kIds; ++i) ids.add({1, i}, i);
  CHECK(ids.bytes() <= kMemory);
  CHECK(ids.size() > 500);
  for (std::size_t i = kIds - 300; i < kIds; ++i) CHECK(ids.find({1, i}) == i);
  std::size_t old = 0;
  for (std::size_t i = 0; i < kIds / 2; ++i) old += ids.find({1, i}).has_value();
  CHECK(old > 50);
}

TEST_CASE("finished ids: of a log that comes twice some are found again however little room there is") {
  FinishedIds ids(0);
  std::size_t again = 0;
  for (const std::size_t first : {0, 5000})
    for (std::size_t i = 0; i < 5000; ++i) {
      again += ids.forget({1, i * 7919});
      ids.add({1, i * 7919}, first + i);
    }
  CHECK(again > 0);
}
