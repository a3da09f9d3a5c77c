// Counts the texts of a file with one tokenizer, for check_tokenizers.sh and the benchmark.
//
//   count-tokens TOKENIZER TEXTS     one JSON string a line; prints one count a line
//   count-tokens --bench TOKENIZER FILE...   whole texts; prints MB/s, load time and peak memory
#include <simdjson.h>
#include <sys/resource.h>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "failure.h"
#include "tokens/tokenizer.h"

namespace {

// Processor time, not wall time: the machine may be busy with something else.
double cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void count_lines(ssdetect::TokenCounter& counter, const std::string& path) {
  std::ifstream in(path);
  simdjson::dom::parser parser;
  for (std::string line; std::getline(in, line);) {
    std::string_view text = parser.parse(line);
    std::printf("%zu\n", counter.count(text));
  }
}

// The best pass of two seconds, so that a busy machine says as little as possible.
void bench(ssdetect::TokenCounter& counter, const std::string& text, const char* name) {
  std::size_t tokens = counter.count(text);
  double best = 1e9;
  for (double begin = cpu_s(); cpu_s() - begin < 2;) {
    double start = cpu_s();
    tokens = counter.count(text);
    best = std::min(best, cpu_s() - start);
  }
  std::printf("%-14s ssdetect %8.1f MB/s  (%zu tokens)\n", name, static_cast<double>(text.size()) / best / 1e6, tokens);
}

int run(int argc, char** argv) {
  bool benching = argc > 1 && std::string_view(argv[1]) == "--bench";
  if (argc < 3) return 2;
  double start = cpu_s();
  auto tokenizer = ssdetect::load_tokenizer(argv[1 + benching]);
  double load_s = cpu_s() - start;
  ssdetect::TokenCounter counter(tokenizer);
  if (!benching) {
    count_lines(counter, argv[2]);
    return 0;
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%-14s loads in %.0f ms, peak memory %ld MB\n", tokenizer->name().c_str(), load_s * 1e3,
              usage.ru_maxrss / 1024);
  for (int i = 3; i < argc; ++i) bench(counter, read_all(argv[i]), tokenizer->name().c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  return run(argc, argv);
} catch (const ssdetect::Failure& failure) {
  std::cerr << failure.what() << '\n';
  return static_cast<int>(failure.code());
}
