// Tests: tests/formats/plain_test.cpp.
#include "formats/plain_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "formats/payload.h"

namespace ssdetect {
namespace {

constexpr std::string_view kDigits = "0123456789";

struct Unit {
  std::string_view name;
  int digits;
};
constexpr Unit kUnits[] = {{"s", 9}, {"ms", 6}, {"ns", 0}};

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

double number_in(std::string_view text) {
  return number_of<double>(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

int turn_of(std::string_view text) {
  const auto turn = as_whole(number_in(text)).value_or(0);
  return static_cast<int>(std::clamp<std::int64_t>(turn, 0, std::numeric_limits<int>::max()));
}

// The unit of a name that is `base` with one; "?" when it is `base` alone, empty when it is another name.
std::string_view unit_of(std::string_view name, std::string_view base) {
  if (!name.starts_with(base)) return "";
  name.remove_prefix(base.size());
  if (name.empty()) return "?";
  return name.front() == '_' ? name.substr(1) : "";
}

}  // namespace

std::optional<Nanos> decimal_nanos(std::string_view text, int digits) {
  if (text.find_first_of(kDigits) == std::string_view::npos) return std::nullopt;
  if (text.find_first_of("eE") != std::string_view::npos) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    double unit = 1;
    for (int i = 0; i < digits; ++i) unit *= 10;
    return later(0, number, unit);
  }
  const std::size_t point = std::min(text.size(), text.find('.'));
  std::string_view fraction = text.substr(std::min(text.size(), point + 1));
  if (fraction.find_first_not_of(kDigits) != std::string_view::npos) return std::nullopt;
  fraction = fraction.substr(0, static_cast<std::size_t>(digits));
  std::string whole(text.substr(0, point));
  whole.append(fraction).append(static_cast<std::size_t>(digits) - fraction.size(), '0');
  return number_of<Nanos>(whole);
}

void PlainRow::set(std::string_view name, std::string_view text) {
  if (text.empty()) return;
  struct Place {
    std::string_view base;
    Time* time;
  };
  for (const auto& [base, time] : {Place{"start", &start_}, Place{"first_token", &first_token_},
                                   Place{"end", &end_}, Place{"ttft", &ttft_}, Place{"latency", &latency_}})
    if (const auto unit = unit_of(name, base); !unit.empty()) return set_time(*time, name, text, unit);
  if (name == "input_tokens") input_tokens_ = token_count_of(number_in(text));
  if (name == "error") failed_ = tells_failure(text);
  if (name == "turn") turn_ = turn_of(text);
  if (name == "conversation") conversation_ = conversation_key(text);
}

void PlainRow::set_time(Time& time, std::string_view name, std::string_view text, std::string_view unit) {
  const auto* known =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.name == unit; });
  if (known == std::end(kUnits)) {
    if (unit == "?") time.fault = fmt::format("{0} has no unit; name it {0}_s, {0}_ms or {0}_ns", name);
    return;  // start_line is no start
  }
  time.ns = decimal_nanos(text, known->digits);
  if (!time.ns) time.fault = fmt::format("{} is not a number", name);
}

std::string PlainRow::fault() const {
  for (const Time* time : {&start_, &first_token_, &end_, &ttft_, &latency_})
    if (!time->fault.empty()) return time->fault;
  if (start_.ns || failed_) return "";
  return "it has no start (start_s, start_ms or start_ns)";
}

Record PlainRow::record(std::string& fault) const {
  Record record;
  fault = this->fault();
  const auto after_start = [&](const Time& delay) -> std::optional<Nanos> {
    if (!start_.ns || !delay.ns) return std::nullopt;
    return later(*start_.ns, static_cast<double>(*delay.ns), 1);
  };
  record.start = start_.ns;
  record.first_token = first_token_.ns ? first_token_.ns : after_start(ttft_);
  record.end = end_.ns ? end_.ns : after_start(latency_);
  record.failed = failed_;
  record.input_tokens = input_tokens_;
  record.turn = turn_;
  record.conversation = conversation_;
  return record;
}

bool PlainRow::names_start(std::string_view name) {
  const auto unit = unit_of(name, "start");
  return unit == "?" ||
         std::any_of(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.name == unit; });
}

}  // namespace ssdetect
