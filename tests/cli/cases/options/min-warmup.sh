make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --min-warmup 6 log.jsonl > with.json
jq -c '[.coverage.warmup, .coverage.warmup_mode]' without.json with.json
