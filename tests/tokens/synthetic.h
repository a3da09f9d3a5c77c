// Small tokenizers for the tests, with the real patterns: as files in a directory that goes away with its
// object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "failure.h"
#include "tests/tokens/patterns.h"
#include "tokens/tokenizer.h"

namespace synthetic {

using MergePairs = std::vector<std::pair<std::string, std::string>>;

class Directory {
 public:
  Directory() {
    std::string name = (std::filesystem::temp_directory_path() / "ssdetect-tokens-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Directory(const Directory&) = delete;
  ~Directory() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::string path = path_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// GPT-2's byte alphabet, from bytes to characters.
inline std::string in_alphabet(const std::string& bytes) {
  std::string text;
  for (unsigned char byte : bytes) {
    int shift = 0;  // how many bytes below this one have no character of their own
    for (int b = 0; b < byte; ++b) shift += b <= 32 || (b >= 127 && b <= 160) || b == 173;
    bool printable = !(byte <= 32 || (byte >= 127 && byte <= 160) || byte == 173);
    int c = printable ? byte : 256 + shift;
    if (c < 128) text += static_cast<char>(c);
    if (c >= 128) text += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
  }
  return text;
}

inline std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else
      out += c;
  }
  return out + "\"";
}

struct Spec {
  MergePairs merges;
  std::string normalizer = "null";
  std::vector<std::string> splits = {patterns::cl100k};
  std::vector<std::pair<std::string, bool>>
      added;                             // the text, and whether it is looked for in normalised text
  std::vector<std::string> more_tokens;  // bytes that no merge makes
  bool ignore_merges = false;
  bool array_merges = false;
};

inline std::string split_json(const std::string& regex) {
  return R"({"type":"Split","pattern":{"Regex":)" + json_string(regex) +
         R"(},"behavior":"Isolated","invert":false},)";
}

inline std::string added_json(const Spec& spec) {
  std::string out;
  int id = 5000;
  for (const auto& [text, normalized] : spec.added) {
    out += (out.empty() ? "" : ",") +
           ("{\"id\":" + std::to_string(id++) + ",\"content\":" + json_string(text)) +
           R"(,"single_word":false,"lstrip":false,"rstrip":false,"normalized":)" +
           (normalized ? "true" : "false") + R"(,"special":true})";
  }
  return "[" + out + "]";
}

inline std::string vocab_json(const Spec& spec) {
  std::vector<std::string> tokens;
  for (int b = 0; b < 256; ++b) tokens.push_back(std::string(1, static_cast<char>(b)));
  for (const auto& [left, right] : spec.merges) tokens.push_back(left + right);
  tokens.insert(tokens.end(), spec.more_tokens.begin(), spec.more_tokens.end());
  std::string out;
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    out += (id ? "," : "") + json_string(in_alphabet(tokens[id])) + ":" + std::to_string(id);
  }
  return "{" + out + "}";
}

inline std::string merges_json(const Spec& spec) {
  std::string out;
  for (const auto& [left, right] : spec.merges) {
    std::string a = in_alphabet(left), b = in_alphabet(right);
    out += (out.empty() ? "" : ",") +
           (spec.array_merges ? "[" + json_string(a) + "," + json_string(b) + "]" : json_string(a + " " + b));
  }
  return "[" + out + "]";
}

inline std::string tokenizer_json(const Spec& spec) {
  std::string splits;
  for (const std::string& regex : spec.splits) splits += split_json(regex);
  return R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":)" + added_json(spec) +
         R"(,"normalizer":)" + spec.normalizer + R"(,"pre_tokenizer":{"type":"Sequence","pretokenizers":[)" +
         splits +
         R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}]},)" +
         R"("post_processor":null,"decoder":null,"model":{"type":"BPE","dropout":null,"unk_token":null,)" +
         R"("continuing_subword_prefix":null,"end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false,)" +
         R"("ignore_merges":)" + (spec.ignore_merges ? "true" : "false") + R"(,"vocab":)" + vocab_json(spec) +
         R"(,"merges":)" + merges_json(spec) + "}}";
}

inline std::string base64(const std::string& bytes) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      out += at + i > bytes.size() ? '=' : digits[bits >> (18 - 6 * i) & 63];
  }
  return out;
}

// The 256 bytes, then `tokens`, ranked in this order.
inline std::string rank_file(const std::vector<std::string>& tokens) {
  std::string out;
  for (int b = 0; b < 256; ++b)
    out += base64(std::string(1, static_cast<char>(b))) + " " + std::to_string(b) + "\n";
  for (std::size_t i = 0; i < tokens.size(); ++i)
    out += base64(tokens[i]) + " " + std::to_string(256 + i) + "\n";
  return out;
}

inline std::shared_ptr<const ssdetect::Tokenizer> load(const Spec& spec) {
  Directory directory;
  return ssdetect::load_tokenizer(directory.write("tokenizer.json", tokenizer_json(spec)));
}

inline std::size_t count(const Spec& spec, const std::string& text) {
  return ssdetect::TokenCounter(load(spec)).count(text);
}

// What loading these bytes is refused with, without the path; empty when it is not.
inline std::string refusal(const std::string& bytes, std::optional<ssdetect::Pattern> pattern = {}) {
  Directory directory;
  std::string path = directory.write("t", bytes);
  try {
    ssdetect::load_tokenizer(path, pattern);
  } catch (const ssdetect::Failure& failure) {
    std::string sentence = failure.what();
    std::string start = "cannot use tokenizer " + path + ": ";
    bool whole = failure.code() == ssdetect::ExitCode::usage && sentence.starts_with(start);
    return whole ? sentence.substr(start.size()) : "?" + sentence;
  }
  return "";
}

// `text` with the first `from` replaced; fails loudly when there is none.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace synthetic
