make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --mode poisson log.jsonl > with.json
jq -c '[.run.mode, .run.mode_source]' without.json with.json
