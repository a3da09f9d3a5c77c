// run_meta.json before sample_idx_map.json. simdjson's document tree for the JSON files, yaml-cpp for
// config.yaml; each file is read on its own, and whatever is wrong with one becomes a sentence and leaves the
// others alone.
#include "input/sidecars.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unordered_set>

#include "json/value.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;
namespace dom = simdjson::dom;

constexpr const char* kMeta = "run_meta.json";
constexpr const char* kIndexMap = "sample_idx_map.json";
constexpr const char* kConfig = "config.yaml";
constexpr const char* kPattern = "load_pattern";
constexpr const char* kPatternName = "settings.load_pattern";

constexpr double kMostTarget = 1e9;  // beyond is a slip: no client sends that many
constexpr double kSmallest = std::numeric_limits<double>::min();
constexpr std::size_t kLongestShown = 40;  // bytes of a value in a sentence

// A value as its file has it, for a sentence.
std::string shown(const YAML::Node& node) {
  if (node.IsMap()) return "a map";
  if (node.IsSequence()) return "a list";
  const std::string& text = node.Scalar();
  return fmt::format("'{}{}'", text.substr(0, kLongestShown), text.size() > kLongestShown ? "..." : "");
}

// Whole, also as a float without a fraction.
std::optional<std::uint64_t> positive_count(dom::element value) {
  std::uint64_t count = 0;
  double number = 0;
  if (value.get(count) != simdjson::SUCCESS && value.get(number) == simdjson::SUCCESS && number > 0)
    count = static_cast<std::uint64_t>(as_whole(number).value_or(0));
  return count > 0 ? std::optional(count) : std::nullopt;
}

class SidecarReading {
 public:
  explicit SidecarReading(const std::string& directory) {
    folders_.push_back(directory);
    const fs::path path =
        fs::path(directory).has_filename() ? fs::path(directory) : fs::path(directory).parent_path();
    if (path.filename() == "client")
      folders_.push_back(path.has_parent_path() ? path.parent_path() : fs::path("."));
  }

  Sidecars read() {
    read_json(kMeta, [&](dom::element root) { read_meta(root); });
    if (!found_.dataset_size) read_json(kIndexMap, [&](dom::element root) { read_index_map(root); });
    read_config();
    return std::move(found_);
  }

 private:
  // Empty if there is none. What is no regular file might block, or never end.
  std::string find(const char* name) {
    std::error_code ignored;
    for (const fs::path& folder : folders_) {
      if (!fs::exists(folder / name, ignored)) continue;
      if (fs::is_regular_file(folder / name, ignored)) return (folder / name).string();
      problem(name, "it is not a regular file");
      return {};
    }
    return {};
  }

  void problem(const char* file, std::string_view what) {
    found_.problems.push_back(fmt::format("{}: {}", file, what));
  }

  template <class Use>
  void read_json(const char* name, Use use) {
    const std::string path = find(name);
    if (path.empty()) return;
    dom::parser parser;
    dom::element root;
    if (const auto error = parser.load(path).get(root))
      return problem(name, fmt::format("cannot be used: {}", simdjson::error_message(error)));
    if (!root.is_object()) return problem(name, "it is no JSON object");
    use(root);
  }

  void read_meta(dom::element root) {
    dom::element value;
    if (root["dataset_size"].get(value) != simdjson::SUCCESS || value.is_null()) return;
    const auto size = positive_count(value);
    if (!size) return problem(kMeta, "dataset_size is not a positive integer");
    set_dataset_size(*size, kMeta);
  }

  void read_index_map(dom::element root) {
    dom::element phase;
    if (root["performance"].get(phase) != simdjson::SUCCESS) return;
    dom::object samples;
    if (phase.get(samples) != simdjson::SUCCESS) return problem(kIndexMap, "performance is no JSON object");
    std::unordered_set<std::int64_t> indices;
    for (const auto& field : samples) {
      std::int64_t index = 0;
      if (field.value.get(index) != simdjson::SUCCESS)
        return problem(kIndexMap, "a dataset index is not an integer");
      indices.insert(index);
    }
    if (!indices.empty()) set_dataset_size(indices.size(), kIndexMap);
  }

  void set_dataset_size(std::uint64_t size, const char* source) {
    found_.dataset_size = size;
    found_.dataset_size_source = source;
  }

  void read_config() {
    const std::string path = find(kConfig);
    if (path.empty()) return;
    try {
      const YAML::Node root = map(YAML::LoadFile(path), "the document");
      const YAML::Node pattern = map(at(map(at(root, "settings"), "settings"), kPattern), kPatternName);
      found_.model = text(at(map(at(root, "model_params"), "model_params"), "name"), "model_params.name");
      found_.load_pattern = known_pattern(at(pattern, "type"));
      found_.target_qps = target(pattern, "target_qps", kSmallest, "a number above 0");
      found_.target_concurrency = target(pattern, "target_concurrency", 1, "a whole number of at least 1");
    } catch (const std::exception& broken) {  // of yaml-cpp's own, or of its stream
      problem(kConfig, broken.what());
    }
  }

  static YAML::Node at(const YAML::Node& node, const char* key) {
    const YAML::Node none(YAML::NodeType::Null);
    if (!node.IsMap()) return none;
    const YAML::Node value = node[key];
    return value.IsDefined() ? value : none;
  }

  // What is none says so, and then is as good as empty.
  YAML::Node map(const YAML::Node& node, std::string_view name) {
    if (!node.IsMap() && !node.IsNull())
      problem(kConfig, fmt::format("{} is {}, not a map of names to values", name, shown(node)));
    return node;
  }

  std::string text(const YAML::Node& node, std::string_view name) {
    if (node.IsScalar()) return node.Scalar();
    if (!node.IsNull()) problem(kConfig, fmt::format("{} is {}, not a string", name, shown(node)));
    return {};
  }

  std::string known_pattern(const YAML::Node& type) {
    if (type.IsNull()) return {};
    const std::string name = type.IsScalar() ? type.Scalar() : std::string();
    if (std::find(kLoadPatterns.begin(), kLoadPatterns.end(), name) != kLoadPatterns.end()) return name;
    problem(kConfig, fmt::format("{}.type is {}, which is none of {}", kPatternName, shown(type),
                                 fmt::join(kLoadPatterns, ", ")));
    return {};
  }

  std::optional<double> target(const YAML::Node& pattern, const char* key, double least,
                               const char* allowed) {
    const YAML::Node node = at(pattern, key);
    if (node.IsNull()) return std::nullopt;
    double value = 0;
    const bool is_number = node.IsScalar() && YAML::convert<double>::decode(node, value);
    const bool is_whole = least < 1 || value == std::floor(value);
    if (is_number && value >= least && value <= kMostTarget && is_whole) return value;
    problem(kConfig, fmt::format("{}.{} is {}, not {} (up to 1e9)", kPatternName, key, shown(node), allowed));
    return std::nullopt;
  }

  std::vector<fs::path> folders_;
  Sidecars found_;
};

}  // namespace

Sidecars read_sidecars(const std::string& directory) {
  return directory.empty() ? Sidecars() : SidecarReading(directory).read();
}

}  // namespace ssdetect
