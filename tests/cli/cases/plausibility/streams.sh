# How the tokens came: in one chunk, buffered, or faster than any model gives them. TPOT is not reported.
make-log --scenario steady --requests 1000 > log.jsonl
first_token() { # the time of each first token, from its completion's, $done
  jq -cs --arg move "$1" '(map(select(.event_type == "sample.complete") | {(.sample_uuid): .timestamp_ns}) | add) as $ends
    | .[] | $ends[.sample_uuid] as $done
    | if .event_type != "sample.recv_first" or $done == null then .
      elif $move == "one" then .timestamp_ns = $done
      elif $move == "buffered" then .timestamp_ns = $done - (($done - .timestamp_ns) / 100 | floor)
      else . end' log.jsonl
}
first_token one > one.jsonl
first_token buffered > buffered.jsonl
jq -c 'if .output_tokens then .output_tokens *= 1000 else . end' log.jsonl > fast.jsonl
for how in one buffered fast; do
  ssdetect --json $how.jsonl > $how.json; echo "exit $?"
  jq -c '[.verdict, .total.tpot.count, .total.tps.per_user], .reason' $how.json
  jq -r '.warnings[] | select(.code | test("stream|tpot")) | "\(.code): \(.text)"' $how.json
done
