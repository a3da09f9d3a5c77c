# 16 in flight where 100 were wanted.
mkdir run
make-log --scenario steady --requests 2000 > run/events.jsonl
printf 'settings:\n  load_pattern:\n    type: concurrency\n    target_concurrency: 100\n' > run/config.yaml
ssdetect --json --min-duration 10 run | jq -c '[.warnings[] | select(.code == "target_not_reached").text]'
