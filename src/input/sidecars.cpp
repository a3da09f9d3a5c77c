// run_meta.json before sample_idx_map.json. simdjson's document tree for the JSON files, yaml-cpp for
// config.yaml; each file is read on its own, and whatever is wrong with one becomes a sentence and leaves the
// others alone.
#include "input/sidecars.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <filesystem>
#include <unordered_set>

namespace ssdetect {
namespace {

namespace fs = std::filesystem;
namespace dom = simdjson::dom;

constexpr const char* kMeta = "run_meta.json";
constexpr const char* kIndexMap = "sample_idx_map.json";
constexpr const char* kConfig = "config.yaml";

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
    std::uint64_t size = 0;
    if (value.get(size) != simdjson::SUCCESS || size == 0)
      return problem(kMeta, "dataset_size is not a positive integer");
    set_dataset_size(size, kMeta);
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
      const YAML::Node root = YAML::LoadFile(path);
      const YAML::Node pattern = at(at(root, "settings"), "load_pattern");
      found_.model = text(at(at(root, "model_params"), "name"), "model_params.name");
      found_.load_pattern = text(at(pattern, "type"), "settings.load_pattern.type");
      found_.target_qps = positive(at(pattern, "target_qps"), "target_qps");
      found_.target_concurrency = positive(at(pattern, "target_concurrency"), "target_concurrency");
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

  std::string text(const YAML::Node& node, const char* name) {
    if (node.IsScalar()) return node.Scalar();
    if (!node.IsNull()) problem(kConfig, fmt::format("{} is not a string", name));
    return {};
  }

  std::optional<double> positive(const YAML::Node& node, const char* name) {
    if (node.IsNull()) return std::nullopt;
    double value = 0;
    if (node.IsScalar() && YAML::convert<double>::decode(node, value) && std::isfinite(value) && value > 0)
      return value;
    problem(kConfig, fmt::format("settings.load_pattern.{} is not a positive number", name));
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
