make-log --scenario steady > log.jsonl
ssdetect --json --min-warmup 5 --preset reference log.jsonl > a.json
ssdetect --json --preset reference --min-warmup 5 log.jsonl > b.json
cmp a.json b.json
jq -c '[.preset, .coverage.warmup]' a.json
