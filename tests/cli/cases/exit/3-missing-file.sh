ssdetect missing.jsonl
