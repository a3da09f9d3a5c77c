// How is a document that lists its requests read?
//
// For the dialects that keep each request as one object of a list: all they say themselves is where the list
// is and what an object means. A request without a start is malformed unless it failed (see Records). A
// document that is an object and has no such list is a request itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/output_count.h"
#include "formats/records.h"

namespace ssdetect {

// What the requests of one input share.
struct RequestContext {
  SecondsClock clock;
  OutputCount counts;
  std::string fault;  // why the request at hand cannot be used; empty if it can
};

struct ListDialect {
  std::string_view name;               // for messages
  std::string_view start;              // the member that holds a request's start, for messages
  std::string_view list;               // the member that holds the list; empty: the document is the list
  std::string_view if_nothing_starts;  // why the input cannot be used, and what to do
  Record (*record)(JsonValue request, RequestContext& context);
  void (*deliver)(Records& records, const Reading& reading) = nullptr;  // else they are replayed as one run
};

// `dialect` must outlive the reader.
std::unique_ptr<Reader> read_request_list(const Reading& reading, const WantedPayload& wanted,
                                          const ListDialect& dialect);

}  // namespace ssdetect
