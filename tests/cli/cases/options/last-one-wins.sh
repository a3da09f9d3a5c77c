make-log --scenario steady > log.jsonl
ssdetect --json --superpass-size 10 --superpass-size 100 log.jsonl > out.json
jq .run.superpass_size out.json
ssdetect --json --output text -q log.jsonl
