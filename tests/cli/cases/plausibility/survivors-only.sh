# Four in ten without a first token, or with an empty answer: the others may be the lucky ones.
make-log --scenario steady --requests 2000 > log.jsonl
jq -c 'select(.event_type != "sample.recv_first" or .timestamp_ns % 10 > 3)' log.jsonl > silent.jsonl
jq -c 'if .event_type == "sample.complete" and .timestamp_ns % 10 < 4 then .output_tokens = 0 else . end' log.jsonl > empty.jsonl
for file in log silent empty; do
  ssdetect --json --min-duration 10 $file.jsonl | jq -r '[.warnings[] | select(.code == "survivors_only").text] | tostring'
done
