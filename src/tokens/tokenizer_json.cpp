// Method: a tokenizer.json names its parts; each is compared with the forms the known models use, and the
// first that differs is refused by name. The vocabulary is written in GPT-2's byte alphabet (a printable
// character a byte), which is undone on loading, so that counting works on bytes. simdjson's DOM reads 27 MB
// in some 60 ms and has checked nesting, UTF-8 and completeness before anything here looks.
// tests/tokens/tokenizer_json_test.cpp has the refusals.
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <unordered_set>

#include "tokens/utf8.h"
#include "tokens/vocabulary.h"

namespace ssdetect {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;
using string = std::string_view;
using Keys = std::initializer_list<std::string_view>;

// The byte that a character of GPT-2's alphabet stands for, -1 for other characters: the printable ones of
// Latin-1 stand for themselves; the other bytes, in order, have the code points from 256 upwards.
int alphabet_byte(char32_t c) {
  if ((c >= 33 && c <= 126) || (c >= 161 && c <= 172) || (c >= 174 && c <= 255)) return static_cast<int>(c);
  if (c >= 256 && c <= 288) return static_cast<int>(c - 256);        // 0 to 32
  if (c >= 289 && c <= 322) return static_cast<int>(c - 289 + 127);  // to 160
  return c == 323 ? 173 : -1;
}

// Appends the bytes that `text`, valid UTF-8, stands for; false, and `bytes` is unspecified, when it uses a
// character outside the alphabet.
bool append_alphabet_bytes(std::string_view text, std::string& bytes) {
  for (std::size_t at = 0; at < text.size();) {
    utf8::Decoded c = utf8::decode(text.data() + at);
    int byte = alphabet_byte(c.code_point);
    if (byte < 0) return false;
    bytes += static_cast<char>(byte);
    at += c.size;
  }
  return true;
}

template <class T>
constexpr const char* kind = std::is_same_v<T, object>  ? "an object"
                             : std::is_same_v<T, array> ? "an array"
                             : std::is_same_v<T, bool>  ? "true or false"
                                                        : "a string";

// The parts of one file; what has the wrong type or form is refused.
class JsonParts {
 public:
  explicit JsonParts(const TokenizerFile& file) : file_(file) {}

 protected:
  template <class T>
  T as(element value, const std::string& part) const {
    T result;
    if (value.get(result)) file_.refuse_damaged(part + " is not " + kind<T>);
    return result;
  }

  std::uint64_t as_id(element value, const char* part, std::string_view text) const {
    constexpr std::uint64_t largest = 0x7FFFFFFF;
    std::uint64_t id;
    if (value.get(id) || id > largest)
      file_.refuse_damaged(part + in_quotes(text) + " has no id between 0 and 2,147,483,647");
    return id;
  }

  element field(object owner, std::string_view key, const std::string& part) const {
    element value;
    if (owner.at_key(key).get(value)) file_.refuse_damaged(part + " has no '" + std::string(key) + "'");
    return value;
  }

  // Refuses a key outside `known`, and one that comes twice.
  void check_keys(object owner, Keys known, const std::string& part) const {
    std::vector<std::string_view> seen;
    for (auto [key, value] : owner) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        file_.refuse_unknown(in_quotes(key) + " in " + part);
      if (std::find(seen.begin(), seen.end(), key) != seen.end())
        file_.refuse_damaged(in_quotes(key) + " comes twice in " + part);
      seen.push_back(key);
    }
  }

  void require(bool met, const std::string& part) const {
    if (!met) file_.refuse_unknown(part);
  }

  // Each key is missing, null, false or the empty string.
  void require_absent(object owner, Keys keys, const std::string& part) const {
    for (std::string_view key : keys) {
      element value;
      if (owner.at_key(key).get(value)) continue;
      bool flag = true;
      std::string_view text = "?";
      bool absent = value.is_null() || (!value.get(flag) && !flag) || (!value.get(text) && text.empty());
      require(absent, "'" + std::string(key) + "' of " + part);
    }
  }

  bool is_true(object owner, std::string_view key, const std::string& part) const {
    element value;
    return !owner.at_key(key).get(value) && as<bool>(value, "'" + std::string(key) + "' of " + part);
  }

  const TokenizerFile& file_;
};

class JsonReader : JsonParts {
 public:
  using JsonParts::JsonParts;
  Vocabulary read(element root);

 private:
  void read_added_tokens(element tokens);
  AddedToken read_added_token(element token) const;
  void read_normalizer(element normalizer);
  void read_pre_tokenizer(element pre_tokenizer);
  std::string_view read_split(object split);
  void check_byte_level(object step, const std::string& part) const;
  void recognise_splits(const std::vector<std::string_view>& regexes);
  void check_post_processor(element processor) const;
  void read_model(object model);
  void read_vocab(object vocab);
  void read_merges(array merges);
  struct Sides {
    std::string_view left, right;
  };
  std::optional<Sides> sides_of(element merge) const;
  PairMerge read_merge(element merge, std::uint32_t rank);
  [[noreturn]] void refuse_merge(element merge, std::uint32_t rank, const char* fault) const;
  std::optional<TokenId> find_result(std::string_view bytes);
  std::string name() const;
  bool adds(std::string_view text) const { return added_texts_.count(std::string(text)) != 0; }

  Vocabulary vocabulary_;
  std::unordered_set<std::string> added_texts_;
  std::string bytes_;        // scratch of read_vocab and read_merge
  TokenId last_result_ = 0;  // of a merge
  bool drops_gaps_ = false;  // a split drops what its pattern does not match
};

AddedToken JsonReader::read_added_token(element token) const {
  const std::string part = "an added token";
  object fields = as<object>(token, part);
  check_keys(fields, {"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"}, part);
  std::string_view text = as<string>(field(fields, "content", part), "the content of an added token");
  std::string whole_part = "the added token " + in_quotes(text);
  as_id(field(fields, "id", whole_part), "the added token ", text);
  require_absent(fields, {"single_word", "lstrip", "rstrip"}, whole_part);
  if (text.empty()) file_.refuse_damaged("an added token is empty");
  if (text.size() > longest_token_bytes) file_.refuse_damaged(whole_part + " is longer than 1,024 bytes");
  return {std::string(text), is_true(fields, "normalized", whole_part)};
}

void JsonReader::read_added_tokens(element tokens) {
  for (element token : as<array>(tokens, "'added_tokens'")) {
    AddedToken added = read_added_token(token);
    if (!added_texts_.insert(added.text).second)
      file_.refuse_damaged("the added token " + in_quotes(added.text) + " appears twice");
    vocabulary_.added.push_back(std::move(added));
  }
}

// null, NFC, or a sequence of such.
void JsonReader::read_normalizer(element normalizer) {
  if (normalizer.is_null()) return;
  object fields = as<object>(normalizer, "the normalizer");
  std::string_view type = as<string>(field(fields, "type", "the normalizer"), "the normalizer's type");
  if (type == "NFC") {
    vocabulary_.nfc = true;
    return check_keys(fields, {"type"}, "the normalizer");
  }
  require(type == "Sequence", "the normalizer " + in_quotes(type));
  check_keys(fields, {"type", "normalizers"}, "the normalizer");
  for (element part : as<array>(field(fields, "normalizers", "the normalizer"), "'normalizers'"))
    read_normalizer(part);
}

// The regular expression of a split that cuts before and after each match, and keeps what lies between or
// drops it.
std::string_view JsonReader::read_split(object split) {
  const std::string part = "a split of the pre-tokenizer";
  check_keys(split, {"type", "pattern", "behavior", "invert"}, part);
  object pattern = as<object>(field(split, "pattern", part), "the pattern of " + part);
  check_keys(pattern, {"Regex"}, "the pattern of " + part);
  std::string_view behavior = as<string>(field(split, "behavior", part), "'behavior' of " + part);
  require(behavior == "Isolated" || behavior == "Removed",
          "the behavior " + in_quotes(behavior) + " of " + part);
  bool drops_gaps = behavior == "Removed";
  require(is_true(split, "invert", part) == drops_gaps, "'invert' of " + part);
  drops_gaps_ = drops_gaps_ || drops_gaps;
  return as<string>(field(pattern, "Regex", part), "the pattern of " + part);
}

// A sequence of the splits of a known model, then the byte alphabet. Dropping gaps is the same as keeping
// them where the pattern leaves none, which is all but DeepSeek's.
void JsonReader::read_pre_tokenizer(element pre_tokenizer) {
  const std::string part = "the pre-tokenizer";
  object sequence = as<object>(pre_tokenizer, part);
  std::string_view type = as<string>(field(sequence, "type", part), "the type of " + part);
  require(type == "Sequence", part + " " + in_quotes(type));
  check_keys(sequence, {"type", "pretokenizers"}, part);
  std::vector<std::string_view> regexes;
  bool to_bytes = false;
  for (element step : as<array>(field(sequence, "pretokenizers", part), "'pretokenizers'")) {
    object fields = as<object>(step, "a step of " + part);
    type = as<string>(field(fields, "type", "a step of " + part), "the type of a step of " + part);
    require(!to_bytes && (type == "Split" || type == "ByteLevel"),
            "the step " + in_quotes(type) + " of " + part);
    to_bytes = type == "ByteLevel";
    if (to_bytes) check_byte_level(fields, part);
    if (!to_bytes) regexes.push_back(read_split(fields));
  }
  require(to_bytes, part + " without ByteLevel");
  recognise_splits(regexes);
}

void JsonReader::check_byte_level(object step, const std::string& part) const {
  check_keys(step, {"type", "add_prefix_space", "trim_offsets", "use_regex"}, "ByteLevel of " + part);
  require_absent(step, {"add_prefix_space"}, "ByteLevel of " + part);
  // A missing use_regex means true.
  require(!as<bool>(field(step, "use_regex", "ByteLevel"), "'use_regex'"),
          "'use_regex' of ByteLevel of " + part);
}

void JsonReader::recognise_splits(const std::vector<std::string_view>& regexes) {
  std::optional<Pattern> pattern = pattern_of_splits(regexes);
  if (!pattern)
    file_.refuse_unknown("the pre-tokenizer's pattern " +
                         (regexes.empty() ? "(none)" : in_quotes(regexes.front())));
  require(!drops_gaps_ || *pattern != Pattern::deepseek, "the behavior 'Removed' of a split with gaps");
  vocabulary_.pattern = *pattern;
}

// What comes after the tokens were found adds special tokens, which are not counted, or moves offsets.
void JsonReader::check_post_processor(element processor) const {
  if (processor.is_null()) return;
  object fields = as<object>(processor, "the post-processor");
  auto type = as<string>(field(fields, "type", "the post-processor"), "the post-processor's type");
  require(type == "ByteLevel" || type == "TemplateProcessing" || type == "Sequence",
          "the post-processor " + in_quotes(type));
  if (type != "Sequence") return;
  for (element part : as<array>(field(fields, "processors", "the post-processor"), "'processors'"))
    check_post_processor(part);
}

void JsonReader::read_model(object model) {
  const std::string part = "the model";
  std::string_view type = as<string>(field(model, "type", part), "the model's type");
  require(type == "BPE", "the model " + in_quotes(type));
  check_keys(model,
             {"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk",
              "byte_fallback", "ignore_merges", "vocab", "merges"},
             part);
  require_absent(model,
                 {"dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk",
                  "byte_fallback"},
                 part);
  vocabulary_.model.whole_first = is_true(model, "ignore_merges", part);
  read_vocab(as<object>(field(model, "vocab", part), "'vocab'"));
  find_byte_tokens(file_, vocabulary_.model);
  read_merges(as<array>(field(model, "merges", part), "'merges'"));
  index_byte_merges(vocabulary_.model);
}

// An added token may stand in the vocabulary outside the byte alphabet, where no text reaches it.
void JsonReader::read_vocab(object vocab) {
  std::vector<std::uint64_t> ids;
  vocabulary_.model.tokens.reserve(vocab.size());
  for (auto [text, id] : vocab) {
    ids.push_back(as_id(id, "the token ", text));
    bytes_.clear();
    if (!append_alphabet_bytes(text, bytes_)) {
      if (adds(text)) continue;
      file_.refuse_damaged("the token " + in_quotes(text) + " is not written in the byte alphabet");
    }
    if (bytes_.empty()) file_.refuse_damaged("a token is empty");
    if (bytes_.size() > longest_token_bytes) file_.refuse_damaged("a token is longer than 1,024 bytes");
    if (!vocabulary_.model.tokens.insert(bytes_))
      file_.refuse_damaged("the token " + in_quotes(text) + " appears twice");
  }
  std::sort(ids.begin(), ids.end());
  auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) file_.refuse_damaged("two tokens have the id " + std::to_string(*twice));
}

void JsonReader::read_merges(array merges) {
  std::vector<PairMerge> pairs;
  pairs.reserve(merges.size());
  for (element merge : merges) pairs.push_back(read_merge(merge, static_cast<std::uint32_t>(pairs.size())));
  const std::size_t inserted = vocabulary_.model.merges.insert_all(pairs);
  if (inserted == pairs.size()) return;
  refuse_merge(merges.at(inserted), static_cast<std::uint32_t>(inserted), "appears twice");
}

// "left right", or ["left", "right"].
std::optional<JsonReader::Sides> JsonReader::sides_of(element merge) const {
  std::string_view text;
  if (!merge.get(text)) {
    std::size_t gap = text.find(' ');
    if (gap == std::string_view::npos) return std::nullopt;
    return Sides{text.substr(0, gap), text.substr(gap + 1)};
  }
  array pair;
  Sides sides;
  bool two_strings =
      !merge.get(pair) && pair.size() == 2 && !pair.at(0).get(sides.left) && !pair.at(1).get(sides.right);
  return two_strings ? std::optional(sides) : std::nullopt;
}

void JsonReader::refuse_merge(element merge, std::uint32_t rank, const char* fault) const {
  std::optional<Sides> sides = sides_of(merge);
  if (!sides) file_.refuse_damaged("merge " + std::to_string(rank) + " is no pair of tokens");
  file_.refuse_damaged("merge " + std::to_string(rank) + ", of " + in_quotes(sides->left) + " and " +
                       in_quotes(sides->right) + ", " + fault);
}

PairMerge JsonReader::read_merge(element merge, std::uint32_t rank) {
  std::optional<Sides> sides = sides_of(merge);
  if (!sides) refuse_merge(merge, rank, "");
  const TokenTable& tokens = vocabulary_.model.tokens;
  bytes_.clear();
  bool in_alphabet = append_alphabet_bytes(sides->left, bytes_);
  std::size_t cut = bytes_.size();
  in_alphabet = append_alphabet_bytes(sides->right, bytes_) && in_alphabet;
  std::string_view whole = bytes_;
  auto left = tokens.find(whole.substr(0, cut));
  auto right = tokens.find(whole.substr(cut));
  auto result = find_result(whole);
  if (!in_alphabet || !left || !right || !result)
    refuse_merge(merge, rank, "names a token that is not in the vocabulary");
  return {*left, *right, {rank, *result}};
}

// Files list tokens in the order of the merges that make them, so the next result is nearly always the last
// one again, or the token behind it.
std::optional<TokenId> JsonReader::find_result(std::string_view bytes) {
  const TokenTable& tokens = vocabulary_.model.tokens;
  for (TokenId id = last_result_; id < tokens.size() && id < last_result_ + 2; ++id) {
    if (tokens.bytes(id) == bytes) return last_result_ = id;
  }
  auto found = tokens.find(bytes);
  if (found) last_result_ = *found;
  return found;
}

std::string JsonReader::name() const {
  switch (vocabulary_.pattern) {
    case Pattern::cl100k:
      return adds("<|begin_of_text|>") ? "llama-3" : "cl100k";
    case Pattern::o200k:
      return adds("<|channel|>") ? "gpt-oss" : "o200k";
    case Pattern::qwen:
      return adds("<think>") ? "qwen-3" : "qwen";
    case Pattern::deepseek:
      return adds("<think>") ? "deepseek-r1" : "deepseek-v3";
    case Pattern::kimi:
      break;  // has no tokenizer.json
  }
  return "kimi-k2";
}

Vocabulary JsonReader::read(element root) {
  const std::string part = "the file";
  object fields = as<object>(root, part);
  check_keys(fields,
             {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
              "post_processor", "decoder", "model"},
             part);
  require_absent(fields, {"truncation", "padding"}, part);
  read_added_tokens(field(fields, "added_tokens", part));
  read_normalizer(field(fields, "normalizer", part));
  read_pre_tokenizer(field(fields, "pre_tokenizer", part));
  check_post_processor(field(fields, "post_processor", part));
  read_model(as<object>(field(fields, "model", part), "the model"));
  vocabulary_.name = name();
  return std::move(vocabulary_);
}

}  // namespace

Vocabulary read_tokenizer_json(TokenizerFile file) {
  simdjson::dom::parser parser;
  element root;
  auto error = parser.parse(file.bytes).get(root);
  if (error)
    file.refuse_damaged(std::string("it is not valid JSON (") + simdjson::error_message(error) + ")");
  file.bytes = std::string();  // the parser has its own copy of what it needs
  return JsonReader(file).read(root);
}

}  // namespace ssdetect
