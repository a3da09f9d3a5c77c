// XXH3 in its 128-bit form: one or two nanoseconds for an id of 32 digits.
#include "input/event.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssdetect {

RequestKey request_key(std::string_view id) {
  const XXH128_hash_t hash = XXH3_128bits(id.data(), id.size());
  return {hash.high64, hash.low64};
}

}  // namespace ssdetect
