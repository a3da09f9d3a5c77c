# 1,000 good records and 100,000 that say no time and no failure, in a file of one line: records are counted,
# not lines, and each is looked at once.
jq -cn '[range(1000) | {start_time: (. / 2), end_time: (. / 2 + 8), error: null,
  info: {response_metrics: {output_tokens: 71, output_token_times: [. / 2 + 1]}}}, (range(100) | {})]' > run.json
ssdetect run.json | sed -n '/Warnings/,$p'
ssdetect --json run.json | jq -c '.input | [.lines, .malformed_lines, .malformed_records, .first_malformed]'
ssdetect --json run.json | jq -c '[.warnings[].code]'
