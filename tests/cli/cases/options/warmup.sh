make-log --scenario ramp > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --warmup 3 log.jsonl > with.json
jq -c '[.coverage.warmup, .coverage.warmup_mode]' without.json with.json
