# Sixteen streams back to back, each request 400 tokens over the last 3.9 of its 4 s: 100 tok/s a stream. All stop
# at the same time, with what was in flight cut off. That rate comes out of either client's file. The streams start
# one after the other in 4 s, so the whole run of 122 s has 2/122 less.
streams() {  # STREAMS STOP_MS
  jq -n -c --argjson streams "$1" --argjson stop "$2" 'range($streams) as $i | range(0; $stop; 4000) | . + $i * 4000 / $streams | floor
    | select(. < $stop) | {start: ., end: ([. + 4000, $stop] | min), done: (. + 4000 <= $stop)}
    | .tokens = ([0, (.end - .start - 100) * 400 / 3900] | max | floor)'
}
aiperf() {
  jq -c '{metadata: {request_start_ns: (.start * 1000000), request_end_ns: (.end * 1000000), benchmark_phase: "profiling", was_cancelled: (.done | not)},
    metrics: (if .tokens == 0 then {} else {time_to_first_token: {value: 100, unit: "ms"}, request_latency: {value: (.end - .start), unit: "ms"},
      output_sequence_length: {value: .tokens, unit: "tokens"}} end), error: (if .done then null else {code: 499, type: "RequestCancellationError", message: "cancelled"} end)}'
}
guidellm() {
  jq -s -c '{benchmarks: [{config: {strategy: {type_: "concurrent", streams: 16}}, requests: (map(. + {request: {output_tokens: (if .tokens == 0 then 400 else .tokens end),
    start_time: (.start / 1000), first_token_time: (if .tokens == 0 then null else .start / 1000 + 0.1 end),
    last_token_time: (if .tokens == 0 then null else .end / 1000 end), end_time: (.end / 1000)}})
    | {successful: map(select(.done).request), errored: [], incomplete: map(select(.done | not).request)})}]}'
}
streams 16 121875 | aiperf > aiperf.jsonl
streams 16 121875 | guidellm > guidellm.json
ask() { ssdetect --json --min-duration 10 "$@" > out.json; jq -c '[.run.issued, .run.completed, .run.cut_off,
  (.steady_state.tps | .headline == .token_time, .system < .token_time), (.warnings | any(.code == "cut_off_tokens")), .steady_state.latency.count <= .run.completed,
  (.steady_state.tps.headline, .total.tps.headline | (. / 16 | round))]' out.json; }
ask aiperf.jsonl
ask guidellm.json
cp out.json one.json
ask --threads 2 guidellm.json > /dev/null
cmp one.json out.json
ssdetect --min-duration 10 guidellm.json | grep -A 1 'cut off by'
