make-log --scenario steady --warmup-requests 30 > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --all-samples log.jsonl > with.json
jq -c '.run.issued' without.json with.json
