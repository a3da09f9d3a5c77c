make-log --scenario steady | sed 's/"output_tokens"/"made"/' > log.jsonl
ssdetect -q log.jsonl
ssdetect -q --token-field /made log.jsonl
