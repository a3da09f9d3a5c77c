// What does a JSON Pointer (RFC 6901) point to? Duplicate keys: the last one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/json_value.h"

namespace ssdetect {

class JsonPointer {
 public:
  JsonPointer() = default;  // points to nothing
  // "" points to nothing, too. Throws Failure(usage) when it is none.
  explicit JsonPointer(std::string_view pointer);
  bool empty() const { return segments_.empty(); }
  JsonValue find(JsonValue root) const;  // absent if there is nothing
  std::string_view first() const { return segments_.empty() ? std::string_view() : segments_.front(); }

 private:
  std::vector<std::string> segments_;
};

}  // namespace ssdetect
