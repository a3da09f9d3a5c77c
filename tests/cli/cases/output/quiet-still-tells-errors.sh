ssdetect --quiet missing.jsonl
