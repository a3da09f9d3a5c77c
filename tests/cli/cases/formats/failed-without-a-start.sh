# 2,000 good requests, 32 in flight, and 1,300 that failed before the client noted a start: with an end, or
# without any time. They are failed requests, and the run lasts as long as without them.
good='def start: 1000 + (. / 32 | floor) * 16 + . % 32 * 0.5;'
guidellm() {  # TIMINGS of the failed one at $at
  jq -cn "$good"'{benchmarks: [{requests: {incomplete: [],
    successful: [range(2000) | start | {output_tokens: 61, info: {timings:
      {request_start: ., first_token_iteration: (. + 1), request_end: (. + 16)}}}],
    errored: [range(1300) * 1008 / 1300 + 1000 | . as $at | {info: {timings: '"$1"'}}]}}]}'
}
inference_perf() {  # END of the failed one after the good one at $at; 13 of 20 have one
  jq -cn "$good"'[range(2000) as $i | ($i | start) as $at |
    {start_time: $at, end_time: ($at + 16), error: null,
     info: {input_tokens: 9, response_metrics: {output_tokens: 61, output_token_times: [$at + 1]}}},
    (if $i % 20 < 13 then {start_time: null, end_time: '"$1"', info: {}, error: {error_type: "x"}} else empty end)]'
}
guidellm '{request_start: null, resolve_start: $at, resolve_end: ($at + 0.25)}' > resolved.json
guidellm '{request_start: null, resolve_end: $at}' > ended.json
guidellm '{request_start: null}' > timeless.json
inference_perf '$at' > ended-perf.json
inference_perf null > timeless-perf.json
for file in *.json; do
  ssdetect --json "$file" > out
  echo "$file exit $?: $(jq -c '[.verdict, .run.issued, .run.completed, .run.failed, .run.duration_s, .steady_state.window.failed > 0]' out)"
  ssdetect --quiet --fail-on failures=1 "$file" > /dev/null
  echo "  with --fail-on failures=1: exit $?"
done
