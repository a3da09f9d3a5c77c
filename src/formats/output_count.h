// How many tokens did a recorded request give, where several may have counted them?
//
// The client counts the text with a tokenizer of its own or counts chunks; the server knows. So the server's
// count goes before the client's, and what --token-field points to (from the record) before both. Sums of the
// requests that have both tell whether they disagree.
#pragma once

#include <optional>

#include "formats/reader.h"
#include "json/value.h"

namespace ssdetect {

class OutputCount {
 public:
  OutputCount(const WantedPayload& wanted, Diagnostics& diagnostics)
      : pointer_(wanted.token_field), diagnostics_(diagnostics) {}

  // `record` is what the pointer starts from. Values that are no counts are counted as such.
  std::optional<Tokens> of(JsonValue record, JsonValue by_client, JsonValue by_server = {});

 private:
  std::optional<Tokens> count(JsonValue value);

  JsonPointer pointer_;
  Diagnostics& diagnostics_;
};

}  // namespace ssdetect
