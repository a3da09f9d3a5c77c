# Each file with what makes its numbers doubtful.
cases=$SHARED/cases
[ -d "$cases" ] || { echo "SKIP: no $cases here" >&2; exit 77; }
for file in events-skewed-clock.jsonl vllm-role-chunk.json vllm-one-chunk.json vllm-nan.json guidellm-multi-turn.json; do
  ssdetect --json --min-duration 10 "$cases/$file" > out.json; echo "$file: exit $?"
  jq -c '[.verdict, .run.issued, .run.in_flight, .total.ttft.count, .total.tpot.count], [.warnings[].code]' out.json
done
jq -c '.input.first_malformed' <(ssdetect --json --min-duration 10 "$cases/vllm-nan.json")
