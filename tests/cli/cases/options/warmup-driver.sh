make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --warmup-driver ttft_p99 log.jsonl > with.json
jq -c '.coverage.warmup' without.json with.json
