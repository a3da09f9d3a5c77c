// Counts the texts of a file with one tokenizer, for check_tokenizers.mjs and bench_tokenizers.mjs.
//
//   count-tokens TOKENIZER TEXTS           prints one count a line
//   count-tokens --bench TOKENIZER TEXTS   prints load time, memory and throughput
//
// TEXTS holds one JSON string a line.
#include <simdjson.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "failure.h"
#include "tokens/tokenizer.h"

namespace {

// Processor time, not wall time: the machine may be busy with something else.
double cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<std::string> read_texts(const std::string& path) {
  std::ifstream in(path);
  simdjson::dom::parser parser;
  std::vector<std::string> texts;
  for (std::string line; std::getline(in, line);) texts.emplace_back(std::string_view(parser.parse(line)));
  return texts;
}

std::size_t count_all(ssdetect::TokenCounter& counter, const std::vector<std::string>& texts) {
  std::size_t tokens = 0;
  for (const std::string& text : texts) tokens += counter.count(text);
  return tokens;
}

// The first pass, with cold caches, and the best of two seconds, so that a busy machine says as little as
// possible.
void bench(const std::shared_ptr<const ssdetect::Tokenizer>& tokenizer,
           const std::vector<std::string>& texts) {
  ssdetect::TokenCounter counter(tokenizer);
  double bytes = 0;
  for (const std::string& text : texts) bytes += static_cast<double>(text.size());
  double begin = cpu_s();
  std::size_t tokens = count_all(counter, texts);
  double first = cpu_s() - begin;
  double best = first;
  while (cpu_s() - begin < 2) {
    double start = cpu_s();
    count_all(counter, texts);
    best = std::min(best, cpu_s() - start);
  }
  std::printf("%-12s ssdetect, %zu tokens %8.1f MB/s (first pass %.1f)\n", tokenizer->name().c_str(), tokens,
              bytes / best / 1e6, bytes / first / 1e6);
}

int run(int argc, char** argv) {
  bool benching = argc > 1 && std::string_view(argv[1]) == "--bench";
  if (argc != 3 + benching) return 2;
  double start = cpu_s();
  auto tokenizer = ssdetect::load_tokenizer(argv[1 + benching]);
  double load_s = cpu_s() - start;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::vector<std::string> texts = read_texts(argv[2 + benching]);
  if (benching) {
    std::printf("%-12s loads in %.0f ms, peak memory %ld MB\n", tokenizer->name().c_str(), load_s * 1e3,
                usage.ru_maxrss / 1024);
    bench(tokenizer, texts);
    return 0;
  }
  ssdetect::TokenCounter counter(tokenizer);
  for (const std::string& text : texts) std::printf("%zu\n", counter.count(text));
  return 0;
}

}  // namespace

int main(int argc, char** argv) try { return run(argc, argv); } catch (const ssdetect::Failure& failure) {
  std::cerr << failure.what() << '\n';
  return static_cast<int>(failure.code());
}
