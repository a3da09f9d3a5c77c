// Tests: those of the dialects, tests/formats/inference_perf_test.cpp first.
#include "formats/request_list.h"

#include <fmt/format.h>

#include "failure.h"
#include "formats/documents.h"

namespace ssdetect {
namespace {

class ListReader final : public Reader {
 public:
  ListReader(const Reading& reading, const WantedPayload& wanted, const ListDialect& dialect)
      : reading_(reading), dialect_(dialect), context_{{}, {wanted, reading.diagnostics}, {}} {}
  bool read_some() override;

 private:
  void read_document(const Document& document);
  // `index` is that in the list.
  void add(JsonValue request, const Document& document, std::optional<std::uint64_t> index);

  Reading reading_;
  const ListDialect& dialect_;
  RequestContext context_;
  Records records_;
};

bool ListReader::read_some() {
  Documents(reading_, dialect_.name).each([&](const Document& document) { read_document(document); });
  if (records_.empty()) throw Failure(ExitCode::unreadable, std::string(dialect_.if_nothing_starts));
  if (dialect_.deliver)
    dialect_.deliver(records_, reading_);
  else
    records_.replay(reading_.sink);
  return false;
}

void ListReader::read_document(const Document& document) {
  const JsonValue root = document.root();
  const JsonValue list = dialect_.list.empty() ? root : root.member(dialect_.list);
  if (dialect_.list.empty() && root.is_object()) return add(root, document, std::nullopt);
  std::uint64_t index = 0;
  list.each_element([&](JsonValue request) { add(request, document, index++); });
}

void ListReader::add(JsonValue request, const Document& document, std::optional<std::uint64_t> index) {
  context_.fault.clear();
  Record record = dialect_.record(request, context_);
  if (!record.start && !record.failed && context_.fault.empty())
    context_.fault = fmt::format("it has no {}", dialect_.start);
  if (context_.fault.empty()) return records_.add(std::move(record));
  if (!index) return reading_.diagnostics.malformed(document.line, context_.fault);
  const std::string list = dialect_.list.empty() ? "" : fmt::format("/{}", dialect_.list);
  reading_.diagnostics.malformed_record([&] {
    return LinePlace{document.line_of(request), context_.fault, fmt::format("{}/{}", list, *index)};
  });
}

}  // namespace

std::unique_ptr<Reader> read_request_list(const Reading& reading, const WantedPayload& wanted,
                                          const ListDialect& dialect) {
  return std::make_unique<ListReader>(reading, wanted, dialect);
}

}  // namespace ssdetect
