# The worked example of the second method, as AIPerf records: window [2, 8], threshold 3, 9 tokens, 1.5 tok/s.
record() {  # START_S LATENCY_MS GAPS_MS TOKENS
  echo '{"metadata":{"request_start_ns":'$((1762551940 + $1))000000000',"request_end_ns":'$((1762551940 + $1 + $2 / 1000))000000000',"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"time_to_first_token":{"value":1000,"unit":"ms"},"request_latency":{"value":'$2',"unit":"ms"},"inter_chunk_latency":{"value":['$3'],"unit":"ms"},"output_sequence_length":{"value":'$4',"unit":"tokens"}},"error":null}'
}
{ record 0 10000 2000,2000,2000,2000 5; record 2 6000 2000,2000 3; record 2 6000 2000,2000 3; } > records.jsonl
ssdetect --json records.jsonl > out.json
status=$?
jq -c '.occupancy | [.start_s, .end_s, .threshold, .peak, .average_in_flight, .completed, .output_tokens, .output_tps, .peak_output_tps]' out.json
exit $status
