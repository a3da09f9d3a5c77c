// What does a command line operand stand for?
//
// `-` is standard input. A directory stands for its events.jsonl, else client/events.jsonl, each also as .zst
// or .gz. A file is read as it is; one that is zstd- or gzip-compressed (by its first bytes, whatever its
// name) goes through the system's `zstd -dc` / `gzip -dc`. Compressed standard input does, too. Throws
// Failure(unreadable): no such file, no permission, a directory without a log, no decompressor, a
// decompressor that fails (reported when the bytes end).
#pragma once

#include <memory>
#include <string>

#include "input/byte_source.h"

namespace ssdetect {

struct OpenedOperand {
  std::unique_ptr<ByteSource> source;
  std::string name;         // as the user wrote it; "-" for standard input
  std::string directory{};  // where sidecars may lie; empty for standard input
  std::string path{};       // of the file that is read; empty for standard input
};

OpenedOperand open_operand(const std::string& operand);

bool holds_log(const std::string& directory);  // one of those that it stands for, or hides it

}  // namespace ssdetect
