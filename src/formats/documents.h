// Which JSON documents does this input hold?
//
// For dialects that are one document, or several with a newline between them: all of it is read into memory.
// If its first line is a document by itself and not the only line, every line is one (a bad one is counted as
// malformed); else the whole input is, or
// what it holds one after the other over several lines each, as `jq .` prints them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "formats/reader.h"
#include "json/text.h"

namespace ssdetect {

// Valid during the call that shows it.
struct Document {
  const JsonText& json;
  std::uint64_t line;  // its first; 1 = first of the input

  JsonValue root() const { return json.root(); }
  std::uint64_t line_of(JsonValue value) const { return line + json.line_of(value) - 1; }
};

class Documents {
 public:
  // `kind` is the name of the dialect, for messages.
  Documents(const Reading& reading, std::string_view kind);

  // Throws Failure(unreadable) if the input is no JSON.
  using Use = std::function<void(const Document&)>;
  void each(const Use& use);

 private:
  bool lines_are_documents();
  void each_line(const Use& use);
  void one(const Use& use);
  bool each_of_several(const Use& use);  // false: it is no sequence of documents
  void one_of_several(std::string_view text, std::uint64_t line, const Use& use);

  std::string bytes_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::string_view kind_;
  JsonText json_;
};

}  // namespace ssdetect
