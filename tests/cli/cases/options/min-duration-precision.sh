make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --min-duration-precision 0.001 log.jsonl > with.json
jq -c '[.verdict, .steady_state.min_duration.kstar, .steady_state.min_duration.dominant]' without.json with.json
