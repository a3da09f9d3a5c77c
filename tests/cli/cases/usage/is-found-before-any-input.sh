ssdetect missing.jsonl --nope
