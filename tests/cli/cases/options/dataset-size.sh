make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > without.json
ssdetect --json --dataset-size 100 log.jsonl > with.json
jq -c '[.run | .dataset_size, .dataset_size_source, .superpass_size, .superpass_size_source]' without.json with.json
