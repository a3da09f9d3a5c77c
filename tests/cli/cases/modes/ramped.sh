# A rate that is ramped over the whole run has no stretch of one load, whatever TPOT does.
awk 'BEGIN {
  for (i = 0; i < 600; ++i) { start[i] = 30 * (sqrt(1 + 0.02 * i) - 1) + 100 }
  print "{\"request_rate\": \"inf\", \"max_concurrency\": null, \"ramp_up_strategy\": \"linear\", \"ramp_up_start_rps\": 3, \"ramp_up_end_rps\": 12, \"input_lens\": ["
  for (i = 0; i < 600; ++i) printf "%s9", i ? "," : ""
  printf "], \"output_lens\": ["
  for (i = 0; i < 600; ++i) printf "%s3", i ? "," : ""
  printf "], \"errors\": ["
  for (i = 0; i < 600; ++i) printf "%s\"\"", i ? "," : ""
  printf "], \"ttfts\": ["
  for (i = 0; i < 600; ++i) printf "%s0.1", i ? "," : ""
  printf "], \"itls\": ["
  for (i = 0; i < 600; ++i) printf "%s[%f,%f]", i ? "," : "", 0.01 + i / 40000, 0.01 + i / 40000
  printf "], \"start_times\": ["
  for (i = 0; i < 600; ++i) printf "%s%.6f", i ? "," : "", start[i]
  print "]}"
}' > result.json
ssdetect --json --min-duration 10 result.json > out.json; echo $?
jq -c '.verdict, .reason, .run.mode_source, .run.client.ramp, [.warnings[].code]' out.json
