ssdetect -h | head -n 1
ssdetect missing.jsonl --help | head -n 1
