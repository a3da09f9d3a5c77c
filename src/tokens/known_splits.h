// Which pattern do the splits of a tokenizer.json ask for?
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tokens/pretokenizer.h"

namespace ssdetect {

// `regexes` in the order of the file, one inside the pieces of the one before; nullopt for those of no known
// model.
std::optional<Pattern> pattern_of_splits(const std::vector<std::string_view>& regexes);

}  // namespace ssdetect
