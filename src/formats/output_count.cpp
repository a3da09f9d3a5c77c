// Tests: tests/formats/output_count_test.cpp.
#include "formats/output_count.h"

#include "formats/payload.h"

namespace ssdetect {

std::optional<Tokens> OutputCount::of(JsonValue record, JsonValue by_client, JsonValue by_server) {
  const JsonValue pointed = pointer_.find(record);
  diagnostics_.missing_counts += !pointer_.empty() && !pointed.is_something();
  const auto named = count(pointed);
  const auto client = count(by_client);
  const auto server = count(by_server);
  if (client && server) {
    diagnostics_.client_tokens += *client;
    diagnostics_.server_tokens += *server;
  }
  if (named) return named;
  return server ? server : client;
}

std::optional<Tokens> OutputCount::count(JsonValue value) {
  if (!value.is_something()) return std::nullopt;
  const auto tokens = as_token_count(value);
  diagnostics_.invalid_counts += !tokens;
  return tokens;
}

}  // namespace ssdetect
