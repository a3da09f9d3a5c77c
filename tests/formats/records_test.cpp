// Where requests stand whose times the file lacks; expected places by hand.
#include "formats/records.h"

#include <doctest/doctest.h>

#include "tests/formats/recorded.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

Record good(Nanos start, Nanos end) {
  Record record;
  record.start = start;
  record.end = end;
  return record;
}

Record failed(std::optional<Nanos> first_token = {}, std::optional<Nanos> end = {}) {
  Record record;
  record.failed = true;
  record.first_token = first_token;
  record.end = end;
  return record;
}

// When each was issued, in the order in which they are.
std::vector<Nanos> issues(Records& records) {
  Recorded recorded;
  records.replay(recorded);
  std::vector<Nanos> times;
  for (const auto& e : recorded.of(EventKind::issued)) times.push_back(e.event.at);
  return times;
}

}  // namespace

TEST_CASE("records: a failed one with another time begins there, and has no first token") {
  Records records;
  records.add(good(0, 100));
  records.add(failed(60, 80));
  records.add(failed({}, 70));
  Recorded recorded;
  records.replay(recorded);
  CHECK(recorded.of(EventKind::first_token).empty());
  CHECK(recorded.of(EventKind::issued)[1].event.at == 60);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 80);
  CHECK(recorded.of(EventKind::issued)[2].event.at == 70);
  CHECK(recorded.of(EventKind::failed)[1].event.at == 70);
}

TEST_CASE("records: one without any time stands where the one before it in its list starts") {
  Records records;
  for (const Nanos start : {30, 10, 20}) {
    records.add(good(start, start + 5));
    records.add(failed());
  }
  CHECK(issues(records) == std::vector<Nanos>{10, 10, 20, 20, 30, 30});
}

TEST_CASE(
    "records: at the head of a list it stands where the next one starts, whatever the list before had") {
  Records records;
  records.add(good(10, 15));
  records.end_list();
  records.add(failed());
  records.add(failed());
  records.add(failed({}, 40));
  records.end_list();
  CHECK(issues(records) == std::vector<Nanos>{10, 40, 40, 40});
}

TEST_CASE("records: a list without any time is spread evenly over the starts of the others") {
  Records records;
  for (const Nanos start : {0, 1, 2, 3, 100, 101, 102, 103}) records.add(good(start, 104));
  records.end_list();
  for (int i = 0; i < 2; ++i) records.add(failed());
  records.end_list();
  CHECK(issues(records) == std::vector<Nanos>{0, 1, 2, 2, 3, 100, 101, 102, 102, 103});
  for (const Nanos start : {7, 8}) records.add(good(start, 9));
  records.end_list();
  for (int i = 0; i < 5; ++i) records.add(failed());
  CHECK(issues(records) == std::vector<Nanos>{7, 7, 7, 8, 8, 8, 8});
}

TEST_CASE("records: warm-up requests lend their times to warm-up requests alone") {
  Records records;
  Record warmup = good(1, 2), failed_warmup = failed();
  warmup.warmup = failed_warmup.warmup = true;
  records.add(warmup);
  records.add(failed());
  records.add(failed_warmup);
  records.add(good(50, 60));
  Recorded recorded;
  records.replay(recorded);
  CHECK(recorded.of(EventKind::tracking_started)[0].event.at == 50);
  CHECK(recorded.of(EventKind::tracking_stopped)[0].event.at == 60);
  CHECK(recorded.of(EventKind::failed)[0].event.at == 1);
  CHECK(recorded.of(EventKind::failed)[1].event.at == 50);
}

TEST_CASE("records: nothing with a time is empty, whatever failed") {
  Records records;
  CHECK(records.empty());
  records.add(failed());
  CHECK(records.empty());
  CHECK(records.size() == 1);
  records.add(failed({}, 3));
  CHECK_FALSE(records.empty());
}

TEST_CASE("records: a clock in seconds keeps its digits whatever its epoch, and knows no time without one") {
  for (const double epoch : {1780822558.0, 17.0, 0.0, -3.0}) {
    SecondsClock clock;
    CHECK_FALSE(clock.nanos(std::nullopt).has_value());
    CHECK(clock.nanos(epoch + 0.5) == 500'000'000);
    CHECK(clock.nanos(epoch + 2.25) == 2'250'000'000);
    CHECK(clock.nanos(epoch - 1) == -1'000'000'000);
  }
}

TEST_CASE("records: durations that do not fit into int64 stop at its ends") {
  CHECK(later(INT64_MAX - 1, 5, 1) == INT64_MAX);
  CHECK(later(INT64_MIN + 1, -5, 1) == INT64_MIN);
  CHECK(later(0, 1e300, 1e9) == INT64_MAX);
  CHECK(later(0, 2.5, 1) == 3);
}
