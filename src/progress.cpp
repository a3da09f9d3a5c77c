#include "progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "report/printable.h"

namespace ssdetect {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstAfter_s = 0.5, kEvery_s = 0.1;
constexpr std::size_t kBar = 30, kNameColumns = 24, kWidth = 79;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool continues_a_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The end of a name, without what would move the cursor, cut between letters.
std::string shown_name(const std::string& name) {
  const std::string text = printable(name);
  if (text.size() <= kNameColumns) return text;
  std::size_t from = text.size() - kNameColumns + 3;
  while (from < text.size() && continues_a_letter(text[from])) ++from;
  return "..." + text.substr(from);
}

class ProgressSource : public ByteSource {
 public:
  ProgressSource(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)),
        name_(std::move(name)),
        start_(Clock::now()),
        size_(static_cast<double>(source_->size().value_or(0))) {}
  ~ProgressSource() override { clear(); }

  std::optional<std::uint64_t> size() const override { return source_->size(); }

 protected:
  bool is_ready() override { return source_->ready(); }
  std::size_t read_some(std::span<char> out) override {
    const std::size_t count = source_->read(out);
    bytes_ += static_cast<double>(count);
    if (size_ == 0)
      lines_ += static_cast<double>(
          std::count(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count), '\n'));
    if (count == 0) {
      clear();
    } else {
      draw();
    }
    return count;
  }

 private:
  void draw() {
    const double now = seconds_since(start_);
    if (now < kFirstAfter_s || now < drawn_ + kEvery_s) return;
    drawn_ = now;
    fmt::print(stderr, "\r\033[K{}", progress_line(name_, bytes_, size_, lines_, now));
    std::fflush(stderr);
  }

  void clear() {
    if (drawn_ > 0) fmt::print(stderr, "\r\033[K");
    drawn_ = 0;
  }

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  Clock::time_point start_;
  double size_;  // 0: not known
  double bytes_ = 0, lines_ = 0, drawn_ = 0;
};

}  // namespace

std::string progress_line(const std::string& name, double bytes, double size, double lines, double seconds) {
  std::string line = shown_name(name);
  if (size > 0) {
    const double share = std::min(1.0, bytes / size);
    const auto filled = static_cast<std::size_t>(share * kBar);
    line += fmt::format(" [{}{}] {:3.0f} %", std::string(filled, '#'), std::string(kBar - filled, ' '),
                        100 * share);
  } else {
    line += fmt::format(" {:.0f} lines, {:.0f} MB,", lines, bytes / 1e6);
  }
  line += fmt::format(" {:.0f} MB/s", bytes / 1e6 / std::max(seconds, 1e-3));
  return line.substr(0, kWidth);  // a byte is never less than a column
}

std::unique_ptr<ByteSource> with_progress(std::unique_ptr<ByteSource> source, const std::string& name) {
  return std::make_unique<ProgressSource>(std::move(source), name == "-" ? "standard input" : name);
}

}  // namespace ssdetect
