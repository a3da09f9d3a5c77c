# The planted rate within 1 %, before the sag; no super-passes, no TTFT.
make-log --scenario offline --truth truth.txt > log.jsonl
ssdetect --json log.jsonl > out.json
echo $?
jq -c '[.verdict, .official_basis, (.tps_window | keys_unsorted - ["basis", "short"])]' out.json
jq -c --slurpfile truth truth.txt '$truth[0].held_tokens_per_s as $held
  | [(.tps_window.tps / $held - 1 | fabs) < 0.01, .tps_window.tps == .steady_state.tps.headline,
     .tps_window.tps_ci[0] < .tps_window.tps, .tps_window.duration_s >= 600]' out.json
jq -c '[.steady_state.window.sp_start, .steady_state.window.sp_end, .steady_state.ttft.count, .total.ttft.count > 0, [.warnings[].code]]' out.json
