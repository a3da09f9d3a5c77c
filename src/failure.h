// What ends the work on one operand, or the whole program, before there is an answer?
//
// Thrown only while configuring or opening (a wrong flag, an unreadable file, an unknown format, no tracked
// sample); caught only where `main` walks through the operands. `what()` is a sentence for a person: the
// file, the fault and the remedy. Everything that can go wrong later is a count or a status in the report.
#pragma once

#include <stdexcept>
#include <string>

namespace ssdetect {

// The exit codes of SPEC 12.
enum class ExitCode { steady = 0, not_steady = 1, usage = 2, unreadable = 3, not_assessable = 4 };

class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace ssdetect
