# A pause of 20 minutes between two requests of a steady run, when all before it had ended.
make-log --scenario steady --requests 4000 > log.jsonl
jq -cs '(map(select(.event_type == "sample.issued").sample_uuid) | .[2000:] | map({key: ., value: true}) | from_entries) as $late
  | .[] | if $late[.sample_uuid] or (.event_type | test("stop|ended")) then .timestamp_ns += 1200000000000 else . end' log.jsonl > paused.jsonl
ssdetect --json --min-duration 10 paused.jsonl > out.json
jq -c '[.steady_state.found], [.warnings[] | select(.code == "gap_in_window").text]' out.json
ssdetect --json --min-duration 10 log.jsonl | jq -c '[.warnings[].code | select(. == "gap_in_window")]'
