# Everything is in flight until the last request was issued: all of it stays exact, and more memory is taken.
make-log --scenario offline --requests 300000 > log.jsonl
ssdetect --json --max-memory 16M log.jsonl | jq -c '.run.compacted, [.warnings[].code | select(. == "memory_exceeded")]'
ssdetect --json log.jsonl | jq -c '.run.compacted, [.warnings[].code | select(. == "memory_exceeded")]'
