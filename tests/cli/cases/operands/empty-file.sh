: > log.jsonl
ssdetect log.jsonl
