# 8 a second offered, 3 served: what the server held is the headline.
make-log --scenario poisson-overload --truth truth.txt > log.jsonl
ssdetect --json log.jsonl > out.json
echo $?
jq -c --slurpfile truth truth.txt '$truth[0].held_tokens_per_s as $held
  | [.verdict, .run.saturated, .official_basis, .tps_window.basis, (.tps_window.tps / $held - 1 | fabs) < 0.01,
     (.best_effort.tps.headline / $held - 1 | fabs) < 0.01, .best_effort.tps.system > 2 * $held,
     .steady_state.tps.headline]' out.json
ssdetect --json --mode concurrency --no-min-duration log.jsonl | jq -c '[.run.mode, .run.saturated, .tps_window, .steady_state.tps.headline == .steady_state.tps.token_time]'
ssdetect log.jsonl | grep -c '^  Held rate '
