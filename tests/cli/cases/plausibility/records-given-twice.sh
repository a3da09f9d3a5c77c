# AIPerf records joined with themselves, by their ids. Where one id stands for all, it is none.
make-log --scenario steady --requests 1000 --format aiperf > records.jsonl
cat records.jsonl records.jsonl > twice.jsonl
sed 's/"x_request_id":"[^"]*"/"x_request_id":"x"/' records.jsonl > anonymous.jsonl
for file in records twice anonymous; do
  ssdetect --json --min-duration 10 $file.jsonl | jq -c '[.verdict, .run.issued, .total.tps.system != null], [.warnings[].code | select(. == "duplicate_requests")]'
done
# The server counted more than the client.
sed 's/"output_sequence_length":{"value":\([0-9]*\)/"usage_completion_tokens":{"value":1\1},&/' records.jsonl > usage.jsonl
ssdetect --json --min-duration 10 usage.jsonl | jq -c '[.warnings[].code | select(. == "counts_disagree")]'
