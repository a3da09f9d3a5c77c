#!/bin/sh
# Text throughput of the token counter next to npm's tokenizers and tiktoken, load times, memory. Not a test.
set -eu

here=$(dirname "$0")
"$here/../tokens/fetch_tokenizers.sh"
node "$here/bench_tokenizers.mjs" "$BUILD" "$SHARED"
