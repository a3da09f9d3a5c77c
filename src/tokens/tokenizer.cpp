// Method: the stages of the models' own tokenizers, in their order. Kimi's cuts; added tokens looked for in
// the raw text; between them, normalisation and the added tokens of normalised text; between those, pieces; a
// piece is looked up in the cache of short words, else merged. Plain pieces, most of a text's, are sized from
// the 16 bytes that are also the cache's key; the others are scanned.
// Only numbers are kept, so nothing here makes a token list. Text is walked once.
// tests/tokens/tokenizer_test.cpp has each stage with a small vocabulary, and the sum of pieces merged one by
// one; check_tokenizers.sh has the real ones against the models' own code.
#include "tokens/tokenizer.h"

#include "tokens/nfc.h"
#include "tokens/utf8.h"

namespace ssdetect {
namespace {

std::vector<std::string> added_texts(const Vocabulary& vocabulary, bool normalized) {
  std::vector<std::string> texts;
  for (const AddedToken& token : vocabulary.added) {
    if (token.normalized != normalized) continue;
    std::string scratch;
    bool changes = normalized && vocabulary.nfc;
    texts.emplace_back(changes ? to_nfc(token.text, scratch) : token.text);
  }
  return texts;
}

// One for each added token in `text`, and `count_rest` of what lies between them.
template <class CountRest>
std::size_t count_around(const AddedTokens& added, std::string_view text, CountRest count_rest) {
  std::size_t n = 0;
  while (!text.empty()) {
    std::string_view found = added.find_in(text);
    auto before = static_cast<std::size_t>(found.data() - text.data());
    if (before > 0) n += count_rest(text.substr(0, before));
    if (!found.empty()) ++n;
    text.remove_prefix(before + found.size());
  }
  return n;
}

}  // namespace

Tokenizer::Tokenizer(Vocabulary vocabulary)
    : vocabulary_(std::move(vocabulary)),
      pretokenizer_(vocabulary_.pattern),
      quick_pieces_(vocabulary_.pattern),
      raw_added_(added_texts(vocabulary_, false)),
      normalized_added_(added_texts(vocabulary_, true)) {}

std::shared_ptr<const Tokenizer> load_tokenizer(const std::string& path, std::optional<Pattern> pattern) {
  return std::make_shared<const Tokenizer>(read_vocabulary(path, pattern));
}

TokenCounter::TokenCounter(std::shared_ptr<const Tokenizer> tokenizer)
    : tokenizer_(std::move(tokenizer)), bpe_(tokenizer_->vocabulary_.model) {}

std::size_t TokenCounter::count(std::string_view text) {
  text = utf8::repaired(text, repaired_);
  if (!tokenizer_->vocabulary_.cut_runs) return count_raw(text);
  std::size_t n = 0;
  KimiCuts cuts(text);
  for (auto part = cuts.next(); !part.empty(); part = cuts.next()) n += count_raw(part);
  return n;
}

std::size_t TokenCounter::count_raw(std::string_view text) {
  return count_around(tokenizer_->raw_added_, text,
                      [this](std::string_view rest) { return count_normalized(rest); });
}

std::size_t TokenCounter::count_normalized(std::string_view text) {
  if (tokenizer_->vocabulary_.nfc) text = to_nfc(text, normalized_);
  return count_around(tokenizer_->normalized_added_, text,
                      [this](std::string_view rest) { return count_pieces(rest); });
}

std::size_t TokenCounter::count_pieces(std::string_view text) {
  return tokenizer_->quick_pieces_.is_cased() ? count_pieces<true>(text) : count_pieces<false>(text);
}

template <bool cased>
std::size_t TokenCounter::count_pieces(std::string_view text) {
  const Pretokenizer& pretokenizer = tokenizer_->pretokenizer_;
  const QuickPieces& quick = tokenizer_->quick_pieces_;
  const char* end = text.data() + text.size();
  std::size_t n = 0;
  for (const char* at = text.data(); at != end;) {
    if (end - at >= TextWindow::size) {
      TextWindow window = TextWindow::at(at);
      if (std::size_t size = quick.size_of<cased>(window, at)) {
        const auto key = ShortWordCache::key_of({window.low, window.high}, size);
        const std::size_t known = short_words_.find(key);
        n += known != 0 ? known : count_new(short_words_, key, {at, size});
        at += size;
        continue;
      }
    }
    const char* piece_end = pretokenizer.piece_end(at, end);
    n += count_piece({at, static_cast<std::size_t>(piece_end - at)}, end);
    at = piece_end;
  }
  return n;
}

std::size_t TokenCounter::count_piece(std::string_view piece, const char* end_of_text) {
  if (piece.size() == 1) return 1;
  if (piece.size() <= ShortWordCache::longest) {
    return count_cached(short_words_, ShortWordCache::key_of(piece, end_of_text), piece);
  }
  if (piece.size() <= LongWordCache::longest) {
    return count_cached(long_words_, LongWordCache::key_of(piece, end_of_text), piece);
  }
  return bpe_.count(piece);
}

template <class Cache>
std::size_t TokenCounter::count_cached(Cache& cache, const typename Cache::Key& key, std::string_view piece) {
  std::size_t n = cache.find(key);
  return n != 0 ? n : count_new(cache, key, piece);
}

template <class Cache>
std::size_t TokenCounter::count_new(Cache& cache, typename Cache::Key key, std::string_view piece) {
  std::size_t n = bpe_.count(piece);
  cache.insert(key, n);
  return n;
}

}  // namespace ssdetect
