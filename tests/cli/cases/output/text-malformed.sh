make-log --scenario steady > log.jsonl
{ head -n 100 log.jsonl; printf 'x\n{"event_type":"sample.issued"}\n[1]\n{}\n'; tail -n +101 log.jsonl; } | ssdetect | sed -n '/Warnings/,$p'
