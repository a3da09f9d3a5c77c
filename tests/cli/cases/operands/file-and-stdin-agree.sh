make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl > a.json; ssdetect --json < log.jsonl > b.json
diff a.json b.json
