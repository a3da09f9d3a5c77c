# Three rates in one file, TPOT rising with the load: three runs, by the issue times, by the configuration, by
# what was sent; the server changes in none of them.
mkdir run
awk 'BEGIN {
  printf "["
  split("2 4 8", rate); split("20 25 40", tpot)
  for (stage = 1; stage <= 3; ++stage)
    for (i = 0; i < 100 * rate[stage]; ++i) {
      start = 1000 + 101 * (stage - 1) + i / rate[stage]
      printf "%s{\"start_time\":%.6f,\"end_time\":%.6f,\"request\":\"{}\",\"info\":{\"input_tokens\":9,\"response_metrics\":{\"output_tokens\":5,\"output_token_times\":[", n++ ? ",\n" : "", start, start + 0.3
      for (token = 0; token < 5; ++token) printf "%s%.6f", token ? "," : "", start + 0.1 + token * tpot[stage] / 1000
      printf "]}},\"error\":null}"
    }
  print "]"
}' > run/per_request_lifecycle_metrics.json
show() {
  ssdetect --json --min-duration 10 run |
  jq -c '[.input.name, .verdict, .run.issued, .run.mode_source, .run.client.offered_rate, .run.client.stage.source], .anomaly.detected, (.warnings[] | select(.code == "load_staged").text)'
}
show
echo 'load: {type: constant, stages: [{rate: 2, duration: 100}, {rate: 4, duration: 100}, {rate: 8, duration: 100}]}' > run/config.yaml
show
for stage in 0 1 2; do
  jq -n "{load_summary: {count: $((200 << stage)), requested_rate: $((2 << stage)), achieved_rate: 1.9}}" > run/stage_${stage}_lifecycle_metrics.json
done
rm run/config.yaml
show
ssdetect -q --min-duration 10 run
