# A staircase whose requests are shuffled (here: sorted by their ids) would be flat.
make-log --scenario staircase-up > log.jsonl
jq -cs 'sort_by(.sample_uuid)[]' log.jsonl > shuffled.jsonl
ssdetect --json --min-duration 10 --all-samples shuffled.jsonl > out.json; echo "exit $?"
jq -c '.verdict, .reason, [.warnings[].code | select(. == "order_suspect")]' out.json
jq -c '.verdict' <(ssdetect --json --min-duration 10 log.jsonl)
