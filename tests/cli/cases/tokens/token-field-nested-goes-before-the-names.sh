make-log --scenario steady | sed 's/"output_tokens": *\([0-9]*\)/"output_tokens":1,"a\/b":{"x":[0,\1]}/' > log.jsonl
ssdetect --json --token-field /a~1b/x/1 log.jsonl > out.json
jq -c '[.verdict, .total.osl.mean]' out.json
make-log --scenario steady | ssdetect --json > plain.json
jq -c '[.verdict, .total.osl.mean]' plain.json
