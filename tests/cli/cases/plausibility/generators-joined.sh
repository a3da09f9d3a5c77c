# The logs of four generators of one run, one behind the other.
for seed in 1 2 3 4; do
  make-log --scenario staircase-up --seed $seed | sed "s/\"sample_uuid\":\"[0-9a-f]/&$seed/" > $seed.jsonl
done
ssdetect --json --min-duration 10 1.jsonl | jq -c '.verdict'
cat 1.jsonl 2.jsonl 3.jsonl 4.jsonl | ssdetect --json --min-duration 10 > out.json; echo "exit $?"
jq -c '[.verdict, .official_basis, .steady_state.found, .best_effort != null], [.warnings[].code | select(. == "order_suspect" or . == "duplicate_requests")]' out.json
jq -r '.warnings[] | select(.code == "order_suspect").text' out.json
