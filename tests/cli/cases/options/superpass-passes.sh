make-log --scenario demo > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --superpass-passes 3 log.jsonl > with.json
jq -c '[.run.superpass_size, .coverage.super_passes]' without.json with.json
