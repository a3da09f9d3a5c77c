make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --superpass-size 70 log.jsonl > with.json
jq -c '[.run.superpass_size, .run.superpass_size_source, .coverage.super_passes]' without.json with.json
