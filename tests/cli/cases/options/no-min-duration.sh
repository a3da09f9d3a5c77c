make-log --scenario short-plateaus > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --no-min-duration log.jsonl > with.json
jq -c '[.verdict, .coverage.status, .steady_state.window.sp_start, ([.warnings[].code] | contains(["window_too_short"]))]' without.json with.json
