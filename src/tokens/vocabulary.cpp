// Method: resolve the path to one regular file, read it whole, and let its first character choose the reader:
// `{` begins a tokenizer.json (tokenizer_json.cpp), anything else must be a rank file (rank_file.cpp).
#include "tokens/vocabulary.h"

#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "failure.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file_bytes = std::size_t{256} << 20;  // ten times the largest known
constexpr const char* understood =
    "give the tokenizer.json of gpt-oss, Llama 3.x, Qwen 3 or DeepSeek V3/R1, or the tiktoken rank file of "
    "Kimi K2, cl100k or o200k";

[[noreturn]] void refuse(const std::string& path, const std::string& fault, const std::string& remedy) {
  throw Failure(ExitCode::usage, "cannot use tokenizer " + path + ": " + fault + "; " + remedy);
}

// tokenizer.json, else tiktoken.model, else the only *.tiktoken.
std::string file_in(const std::string& directory) {
  for (const char* name : {"tokenizer.json", "tiktoken.model"}) {
    fs::path path = fs::path(directory) / name;
    if (fs::exists(path)) return path.string();
  }
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == ".tiktoken") found.push_back(entry.path().string());
  }
  if (found.size() > 1) refuse(directory, "the directory holds several .tiktoken files", "name one of them");
  if (found.empty()) {
    refuse(directory, "the directory holds no tokenizer.json, tiktoken.model or .tiktoken file", understood);
  }
  return found.front();
}

TokenizerFile read_file(const std::string& path) {
  TokenizerFile file{path, {}};
  if (!fs::exists(path)) refuse(path, "there is no such file", understood);
  if (!fs::is_regular_file(path)) refuse(path, "it is not a regular file", understood);
  std::size_t size = fs::file_size(path);
  if (size > largest_file_bytes) refuse(path, "the file is larger than 256 MiB", understood);
  file.bytes.reserve(size + simdjson::SIMDJSON_PADDING);
  file.bytes.resize(size);
  std::ifstream in(path, std::ios::binary);
  if (!in.read(file.bytes.data(), static_cast<std::streamsize>(size))) {
    refuse(path, "it cannot be read", "check its permissions");
  }
  return file;
}

}  // namespace

void TokenizerFile::refuse(const std::string& fault, const std::string& remedy) const {
  ssdetect::refuse(path, fault, remedy);
}

void TokenizerFile::refuse_damaged(const std::string& fault) const {
  refuse(fault, "fetch the file again, or " + std::string(understood));
}

void TokenizerFile::refuse_unknown(const std::string& part) const {
  refuse(part + " is not understood, and a wrong count is worse than none", understood);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;  // bytes of a sentence that one name may take
  std::size_t end = std::min(text.size(), longest);
  while (end > 0 && end < text.size() && utf8::is_continuation(text[end])) --end;
  std::string scratch;
  std::string out = "'";
  for (char c : utf8::repaired(text.substr(0, end), scratch)) {
    bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
    out += printable ? c : '?';
  }
  return out + (end < text.size() ? "...'" : "'");
}

void find_byte_tokens(const TokenizerFile& file, BpeModel& model) {
  for (int byte = 0; byte < 256; ++byte) {
    char text = static_cast<char>(byte);
    auto id = model.tokens.find({&text, 1});
    if (!id) file.refuse_damaged("the vocabulary has no token for the single byte " + std::to_string(byte));
    model.byte_tokens[static_cast<std::size_t>(byte)] = *id;
  }
}

Vocabulary read_vocabulary(const std::string& path, std::optional<Pattern> pattern) try {
  TokenizerFile file = read_file(fs::is_directory(path) ? file_in(path) : path);
  std::string_view bytes = file.bytes;
  std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) file.refuse_damaged("the file is empty");
  return bytes[first] == '{' ? read_tokenizer_json(std::move(file)) : read_rank_file(file, pattern);
} catch (const fs::filesystem_error& error) {
  refuse(path, error.code().message(), "check the path and its permissions");
}

}  // namespace ssdetect
