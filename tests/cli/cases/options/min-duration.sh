make-log --scenario short-plateaus > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --min-duration 100 log.jsonl > with.json
jq -c '[.verdict, (.plateaus | map(.short)), .steady_state.min_duration.floor_s]' without.json with.json
