// In which form does the user want the answer?
//
// A renderer is shown the results of all runs in their order, one by one, and says what to print for each;
// one that looks at several together keeps what it needs and answers in `foot`. Every text ends with a
// newline, or is empty. Used from one thread.
#pragma once

#include <memory>
#include <string>

#include "flags.h"
#include "report/report.h"

namespace ssdetect {

class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual std::string head() { return ""; }  // once, before all results
  virtual std::string row(const Report& report) = 0;
  // For a run, or an operand, without an answer.
  virtual std::string error(const std::string& name, const std::string& sentence) = 0;
  virtual std::string foot() { return ""; }  // once, after all results
};

// As the options ask. With --report the rows are the report file with the answer in it, and may throw
// Failure(unreadable): it cannot be read or rewritten, or is no JSON object.
std::unique_ptr<Renderer> make_renderer(const Options& options, bool colour);

}  // namespace ssdetect
