# The server says 2 ms a token, and the time stamps another time.
make-log --scenario steady --requests 2000 > log.jsonl
jq -c 'if .event_type == "sample.complete" then .tpot_ns = 2000000 else . end' log.jsonl | ssdetect --json --min-duration 10 > out.json
jq -c '[.total.tpot.mean_ns], [.warnings[] | select(.code == "server_tpot_disagrees").text]' out.json
ssdetect --json --min-duration 10 log.jsonl | jq -c '[.warnings[].code | select(. == "server_tpot_disagrees")]'
