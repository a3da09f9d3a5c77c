make-log --scenario agentic > log.jsonl
ssdetect log.jsonl > text
echo $?
grep -c 'NOT YET SUPPORTED' text
grep -c '^  NATL ' text
ssdetect --json log.jsonl > out.json
jq -c '[.verdict, .run.mode, .natl.experimental, .natl.conversations, .natl.block_size, (.natl.block_medians_tps | length)]' out.json
# The same from the log: tokens over summed latency of every conversation.
jq -sr 'def s: .timestamp_ns; map(select(.sample_uuid))
  | (map(select(.event_type == "sample.issued")) | map({key: .sample_uuid, value: s}) | from_entries) as $issued
  | map(select(.event_type == "sample.complete")) | group_by(.conversation_id)
  | map({tokens: (map(.output_tokens) | add), ns: (map(s - $issued[.sample_uuid]) | add)})
  | map(1e9 * .tokens / .ns) | "\(length) \(add / length)"' log.jsonl > want
jq -r '"\(.natl.conversations) \(.natl.mean_tps)"' out.json > got
paste -d' ' want got | awk '{ print ($1 == $3 && ($2 - $4) ^ 2 < 1e-12) ? "as in the log" : $0 }'
