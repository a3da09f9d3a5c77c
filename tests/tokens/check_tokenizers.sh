#!/bin/sh
# The token counts of the real models: the golden set, and 20,000 random texts a model against the models' own
# tokenizers. BUILD and SHARED come from the Makefile. The last line is "N passed, N failed".
set -eu

here=$(dirname "$0")
"$here/fetch_tokenizers.sh" || {
    [ $? = 77 ] || exit 1
    echo "0 passed, 0 failed"
    exit 0
}
node "$here/check_tokenizers.mjs" "$BUILD" "$SHARED"
