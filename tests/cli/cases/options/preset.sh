make-log --scenario demo > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --preset reference log.jsonl > with.json
jq -c '[.preset, .tail_cut.applied, .steady_state.tps.system]' without.json with.json
