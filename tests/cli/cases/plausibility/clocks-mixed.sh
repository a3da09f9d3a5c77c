# Responses by a clock that is 0.35 s behind that of the issues, and by one of another epoch.
make-log --scenario steady --requests 2000 > log.jsonl
jq -c 'if .event_type | test("recv|complete") then .timestamp_ns -= 350000000 else . end' log.jsonl > skewed.jsonl
jq -c 'if .event_type | test("recv|complete") then .timestamp_ns += 1700000000000000 else . end' log.jsonl > apart.jsonl
for file in skewed apart; do
  ssdetect --json --min-duration 10 $file.jsonl > $file.json; echo "exit $?"
  jq -c '[.verdict, .steady_state.found, .total.ttft.count], .reason, [.warnings[] | select(.code == "clocks_mixed").text]' $file.json
done
ssdetect --min-duration 10 skewed.jsonl | grep '^  TTFT'
