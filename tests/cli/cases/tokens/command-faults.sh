# Every failure of the user's program is a sentence and exit code 3; the other operands go on.
make-log --scenario demo --requests 600 --output text > log.jsonl
make-log --requests 60 > recorded.jsonl
try() { ssdetect --quiet --token-command "$1" "${2:-log.jsonl}" "${@:3}"; echo "exit $?" >&2; }
try 'exit 3'
try 'exec /nonexistent/counter 2>/dev/null'
try 'cat'
try 'cat >/dev/null'
try 'sed "s/.*/1/;2q"'
try 'kill -9 $$'
try 'exit 3' recorded.jsonl log.jsonl
ssdetect --token-command cat --tokenizer x log.jsonl; echo "exit $?" >&2
