// What do vLLM's and SGLang's results say of how the load was offered?
#pragma once

#include <cstddef>
#include <string>

#include "input/client_settings.h"
#include "json/value.h"

namespace ssdetect {

// Of a result object of `requests` requests. Its queue times and reconstructed starts are not read here.
ClientSettings serve_settings(JsonValue root, std::size_t requests);

// Why start times do not follow from settings like these, in words; empty: they do (SPEC 11.2).
std::string not_a_closed_loop(JsonValue root);

}  // namespace ssdetect
