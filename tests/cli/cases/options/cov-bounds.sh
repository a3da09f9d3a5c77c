make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --cov-bounds 0.0001,0.02 log.jsonl > with.json
jq -c '[.verdict, .steady_state.concordance.bounds, .steady_state.concordance.certifying]' without.json with.json
