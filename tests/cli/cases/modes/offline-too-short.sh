# Its best effort is the rate that was held, not tokens over the instant in which all was issued.
make-log --scenario offline --requests 500 --truth truth.txt > log.jsonl
ssdetect --json log.jsonl > out.json
echo $?
jq -c --slurpfile truth truth.txt '$truth[0].held_tokens_per_s as $held | .best_effort
  | [.basis, (.tps.headline / $held - 1 | fabs) < 0.01, .tps.system == .tps.headline, .window.sp_start,
     .window.duration_s > 100, .tpot.count > 300, .ttft.count]' out.json
jq -c '[.verdict, .coverage.status, .tps_window, .official_basis]' out.json
ssdetect --quiet --no-min-duration log.jsonl | cut -d: -f2
