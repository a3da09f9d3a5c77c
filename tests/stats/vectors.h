// Which values must the statistics agree with? Series and expectations from established packages (the file's
// `provenance` names them), and series of our own for the twins.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ssdetect::testing {

struct Vector {
  std::string name;
  std::set<std::string> tags;
  std::set<std::string> fragile_keys;  // sources that disagree, or hang on the last bit
  std::vector<double> x;
  std::map<std::string, std::optional<double>> expect;

  bool has_tag(const std::string& tag) const { return tags.count(tag) > 0; }
  bool expects(const std::string& key) const { return expect.count(key) > 0 && fragile_keys.count(key) == 0; }
};

inline std::set<std::string> string_set(simdjson::dom::element parent, std::string_view key) {
  std::set<std::string> result;
  simdjson::dom::array items;
  if (parent[key].get(items) != simdjson::SUCCESS) return result;
  for (const auto item : items) result.emplace(std::string_view(item));
  return result;
}

inline Vector read_vector(simdjson::dom::element json) {
  Vector vector;
  vector.name = std::string_view(json["name"]);
  vector.tags = string_set(json, "tags");
  vector.fragile_keys = string_set(json, "fragile_keys");
  for (const auto value : json["x"].get_array()) vector.x.push_back(value.get_double());
  for (const auto [key, value] : json["expect"].get_object()) {
    auto& slot = vector.expect[std::string(key)];
    if (!value.is_null()) slot = value.get_double();
  }
  return vector;
}

inline std::vector<Vector> read_vectors(const std::string& path) {
  simdjson::dom::parser parser;
  std::vector<Vector> result;
  for (const auto json : parser.load(path)["series"].get_array()) result.push_back(read_vector(json));
  return result;
}

inline const std::vector<Vector>& vectors() {
  static const std::vector<Vector> all = read_vectors("tests/data/stats-vectors.json");
  return all;
}

inline const std::vector<double>& series_named(std::string_view name) {
  const auto same = [&](const Vector& vector) { return vector.name == name; };
  return std::find_if(vectors().begin(), vectors().end(), same)->x;
}

// Unlike doctest's Approx, relative to the expected value alone, and with 0 equal to 0.
inline bool close(double ours, double theirs, double relative, double absolute = 0) {
  return std::abs(ours - theirs) <= relative * std::abs(theirs) + absolute;
}

// Uniform in [0, 1), the same on every machine.
inline std::vector<double> uniform(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> result(n);
  for (double& value : result) value = static_cast<double>(random() >> 11) * 0x1p-53;
  return result;
}

// Whole numbers 0 .. levels - 1, so that many are equal.
inline std::vector<double> tied(std::size_t n, int levels, std::uint64_t seed) {
  std::vector<double> result = uniform(n, seed);
  for (double& value : result) value = static_cast<double>(static_cast<int>(value * levels));
  return result;
}

}  // namespace ssdetect::testing
