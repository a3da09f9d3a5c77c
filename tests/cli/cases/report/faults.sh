# A sentence and exit code 3, and the file as it was.
make-log --requests 60 > log.jsonl
try() { ssdetect --quiet "$@"; echo "exit $?" >&2; }
for text in '' '[1]' '{"a": ' '{"a": 1} x'; do printf '%s' "$text" > bad; try --report bad --in-place log.jsonl; printf '%s' "$text" | cmp - bad; done
try --report missing log.jsonl
try --report . log.jsonl
printf '{}' > good
try --report good log.jsonl log.jsonl
try --report good no-log.jsonl
try --in-place log.jsonl
cat good
