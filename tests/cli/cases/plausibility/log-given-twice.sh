# Every id comes again after it completed: no rates, no window; the times of single requests stay.
make-log --scenario steady --requests 2000 > log.jsonl
cat log.jsonl log.jsonl > twice.jsonl
ssdetect --min-duration 10 log.jsonl | head -1
ssdetect --min-duration 10 twice.jsonl > text; echo "exit $?"
sed -n '1,3p' text
grep -A1 '^  Throughput' text
sed -n '/Warnings/,$p' text
ssdetect --json --min-duration 10 twice.jsonl | jq -c '[.verdict, .official_basis, .steady_state.found],
  [.total.tps, .best_effort.tps | .system, .token_time, .headline, .requests_per_s],
  [.occupancy | .output_tps, .input_tps, .peak_output_tps], [.best_effort.tpot.mean_ns != null]'
# Also where there is no room for all of them.
make-log --scenario steady --requests 200000 > log.jsonl
cat log.jsonl log.jsonl | ssdetect --json --max-memory 16M | jq -c '[.run.compacted != null, .verdict, .total.tps.system], [.warnings[].code | select(. == "duplicate_requests" or . == "order_suspect")]'
