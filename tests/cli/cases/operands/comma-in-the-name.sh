make-log --scenario steady > a,b.jsonl
ssdetect --quiet a,b.jsonl
