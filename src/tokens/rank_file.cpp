// Method: a tiktoken rank file has a line a token, its bytes in base64 and its rank. Two neighbours merge
// when their bytes together are a token, and the rank of that token is the priority: so every cut of every
// token into two others is a merge. Ids are the order of ranks. The file tells neither its pattern nor its
// added tokens; both follow from the vocabulary's size, or from the pattern the user names.
// tests/tokens/rank_file_test.cpp has the refusals.
#include <algorithm>
#include <charconv>

#include "tokens/vocabulary.h"

namespace ssdetect {
namespace {

struct RankedToken {
  std::uint32_t rank;
  std::string bytes;
};

struct KnownRanks {
  Pattern pattern;
  const char* name;
  std::size_t tokens;  // lines of the published file
};

constexpr KnownRanks known_ranks[] = {
    {Pattern::cl100k, "cl100k", 100256},
    {Pattern::o200k, "o200k", 199998},
    {Pattern::kimi, "kimi-k2", 163584},
};

// The six bits a base64 digit stands for, or -1.
int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  text.remove_suffix(padding);
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (char c : text) {
    int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xFF);
  }
  return bytes;
}

std::optional<std::uint32_t> from_decimal(std::string_view text) {
  constexpr std::uint32_t largest = 0x7FFFFFFF;
  std::uint32_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

RankedToken parse_line(const TokenizerFile& file, std::string_view line, std::size_t number) {
  std::string where = "line " + std::to_string(number);
  std::size_t gap = line.find(' ');
  if (gap == std::string_view::npos) file.refuse_damaged(where + " is not a base64 token and its rank");
  std::optional<std::string> bytes = from_base64(line.substr(0, gap));
  if (!bytes) file.refuse_damaged(where + ": " + in_quotes(line.substr(0, gap)) + " is not base64");
  if (bytes->size() > longest_token_bytes)
    file.refuse_damaged(where + ": a token is longer than 1,024 bytes");
  std::optional<std::uint32_t> rank = from_decimal(line.substr(gap + 1));
  if (!rank) file.refuse_damaged(where + ": " + in_quotes(line.substr(gap + 1)) + " is not a rank");
  return {*rank, std::move(*bytes)};
}

std::vector<RankedToken> parse_lines(const TokenizerFile& file) {
  std::vector<RankedToken> tokens;
  std::string_view left = file.bytes;
  for (std::size_t number = 1; !left.empty(); ++number) {
    std::size_t end = std::min(left.find('\n'), left.size());
    std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) tokens.push_back(parse_line(file, line, number));
  }
  return tokens;
}

void insert_by_rank(const TokenizerFile& file, std::vector<RankedToken> tokens, TokenTable& table) {
  auto earlier = [](const RankedToken& a, const RankedToken& b) { return a.rank < b.rank; };
  if (!std::is_sorted(tokens.begin(), tokens.end(), earlier)) {
    std::stable_sort(tokens.begin(), tokens.end(), earlier);
  }
  table.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].rank == tokens[i - 1].rank) {
      file.refuse_damaged("two tokens have the rank " + std::to_string(tokens[i].rank));
    }
    if (!table.insert(tokens[i].bytes)) {
      file.refuse_damaged("the token " + in_quotes(tokens[i].bytes) + " appears twice");
    }
  }
}

// Every cut of every token into two others.
void derive_merges(BpeModel& model) {
  std::vector<PairMerge> merges;
  for (TokenId id = 0; id < model.tokens.size(); ++id) {
    std::string_view bytes = model.tokens.bytes(id);
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      std::optional<TokenId> left = model.tokens.find(bytes.substr(0, cut));
      if (!left) continue;
      std::optional<TokenId> right = model.tokens.find(bytes.substr(cut));
      if (right) merges.push_back({*left, *right, {id, id}});
    }
  }
  model.merges.insert_all(merges);
}

const KnownRanks& identify(const TokenizerFile& file, std::size_t tokens, std::optional<Pattern> pattern) {
  for (const KnownRanks& known : known_ranks) {
    if (pattern ? known.pattern == *pattern : known.tokens == tokens) return known;
  }
  if (pattern) file.refuse_unknown("a rank file with this pattern");
  file.refuse("it has " + std::to_string(tokens) +
                  " tokens, which no known vocabulary has, and does not say its pattern",
              "name it with --tokenizer-pattern cl100k, o200k or kimi");
}

// Kimi K2's tokenizer_config.json: the names of the 256 ids after the ranks; the others are
// <|reserved_token_ID|>.
std::vector<std::string> kimi_added_tokens() {
  constexpr int first = 163584, last = 163839;
  std::vector<std::string> texts = {"[BOS]", "[EOS]", "[EOT]", "[UNK]", "[PAD]"};
  for (const char* name : {"im_end", "im_user", "im_assistant", "im_system", "im_middle", "start_header_id",
                           "end_header_id", "tool_calls_section_begin", "tool_calls_section_end",
                           "tool_call_begin", "tool_call_argument_begin", "tool_call_end"}) {
    texts.push_back("<|" + std::string(name) + "|>");
  }
  for (int id = first; id <= last; ++id) texts.push_back("<|reserved_token_" + std::to_string(id) + "|>");
  return texts;
}

std::vector<AddedToken> added_tokens_of(Pattern pattern) {
  std::vector<std::string> texts = {"<|endoftext|>", "<|endofprompt|>"};
  if (pattern == Pattern::cl100k)
    texts.insert(texts.end(), {"<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>"});
  if (pattern == Pattern::kimi) texts = kimi_added_tokens();
  std::vector<AddedToken> added;
  for (std::string& text : texts) added.push_back({std::move(text), false});
  return added;
}

}  // namespace

Vocabulary read_rank_file(const TokenizerFile& file, std::optional<Pattern> pattern) {
  Vocabulary vocabulary;
  insert_by_rank(file, parse_lines(file), vocabulary.model.tokens);
  find_byte_tokens(file, vocabulary.model);
  const KnownRanks& known = identify(file, vocabulary.model.tokens.size(), pattern);
  vocabulary.name = known.name;
  vocabulary.pattern = known.pattern;
  vocabulary.cut_runs = known.pattern == Pattern::kimi;
  vocabulary.added = added_tokens_of(known.pattern);
  vocabulary.model.whole_first = true;
  derive_merges(vocabulary.model);
  index_byte_merges(vocabulary.model);
  return vocabulary;
}

}  // namespace ssdetect
