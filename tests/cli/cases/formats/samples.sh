# The recorded samples: request counts, and a clear error where a file cannot be placed in time.
samples=$SHARED/samples
[ -d "$samples" ] || { echo "SKIP: no $samples here" >&2; exit 77; }
for file in aiperf/cancelled-old-schema.jsonl aiperf/concurrency4.jsonl vllm/detailed-2qps-send_ts.json vllm/detailed-4qps-server-crashed.json inference-perf/per_request_lifecycle_metrics.json; do
  ssdetect --json "$samples/$file" | jq -c '[.input.format, .run.issued, .run.failed]'
done
for file in vllm/partial-no-start-times.json sglang/summary-only.jsonl guidellm/empty-request-lists.json; do
  ssdetect "$samples/$file" 2> message
  echo "exit $?, $(grep -c "$(basename "$file")" message) line names the file"
done
