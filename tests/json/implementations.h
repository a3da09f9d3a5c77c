// simdjson chooses among several sets of instructions; what is promised must hold on each.
#pragma once

#include <doctest/doctest.h>
#include <simdjson.h>

namespace ssdetect::testing {

// Calls `check` once on every set that this processor has.
template <class Check>
void on_every_implementation(Check check) {
  const auto* before = static_cast<const simdjson::implementation*>(simdjson::get_active_implementation());
  for (const auto* implementation : simdjson::get_available_implementations()) {
    if (!implementation->supported_by_runtime_system()) continue;
    CAPTURE(implementation->name());
    simdjson::get_active_implementation() = implementation;
    check();
  }
  simdjson::get_active_implementation() = before;
}

}  // namespace ssdetect::testing
