make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --min-duration-latency-multiple 1000 log.jsonl > with.json
jq -c '[.verdict, .steady_state.min_duration.dominant]' without.json with.json
