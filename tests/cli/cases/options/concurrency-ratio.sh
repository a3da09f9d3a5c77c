make-log --scenario demo > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --concurrency-ratio 0.55 log.jsonl > with.json
jq -c '[.occupancy | .ratio, .threshold, .peak]' without.json with.json
