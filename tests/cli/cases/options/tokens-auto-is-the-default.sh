make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --tokens auto log.jsonl > with.json
jq -c '.run.token_source' without.json with.json
