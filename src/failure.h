// What ends the work on one operand, or the whole program, before there is an answer?
//
// Thrown while configuring, opening and reading: a wrong flag, an unreadable file, an unknown format, a child
// that fails, no tracked sample. Caught where the work on one run ends (sweep.h) and in `main`. `what()` is a
// sentence for a person: what it is about, the fault and the remedy. Who throws may not know what the thing
// at hand is called, as a reader does not know its input; who gave it the thing then supplies the subject.
// Everything else that can go wrong is a count or a status in the report.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ssdetect {

// The exit codes of SPEC 12.
enum class ExitCode { steady = 0, not_steady = 1, usage = 2, unreadable = 3, not_assessable = 4 };

// What a failure is about.
struct Subject {
  std::string name;                   // a file as its user named it, or an option
  std::string_view separator = ": ";  // from the fault
};

class Failure : public std::exception {
 public:
  Failure(ExitCode code, std::string fault) : code_(code), sentence_(std::move(fault)) {}
  Failure(ExitCode code, Subject subject, std::string fault) : Failure(code, std::move(fault)) {
    supply(std::move(subject));
  }

  ExitCode code() const { return code_; }
  const std::optional<Subject>& subject() const { return subject_; }
  const char* what() const noexcept override { return sentence_.c_str(); }

  // The first subject that a failure is given stays.
  void supply(Subject subject) {
    if (subject_) return;
    sentence_.insert(0, subject.name + std::string(subject.separator));
    subject_ = std::move(subject);
  }

 private:
  ExitCode code_;
  std::optional<Subject> subject_;
  std::string sentence_;
};

}  // namespace ssdetect
