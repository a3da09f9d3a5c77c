make-log --scenario demo | ssdetect --json > out.json
jq -c 'keys_unsorted, (del(.steady_state, .best_effort, .total, .trend, .super_passes, .divergence_pct) | .warnings = [.warnings[].code])' out.json
