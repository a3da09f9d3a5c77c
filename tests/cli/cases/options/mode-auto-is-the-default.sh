make-log --scenario offline > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --mode auto log.jsonl > with.json
jq -c '.run.mode' without.json with.json
