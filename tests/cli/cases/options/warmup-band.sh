make-log --scenario ramp > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --warmup-band 0.2 log.jsonl > with.json
jq -c '.coverage.warmup' without.json with.json
