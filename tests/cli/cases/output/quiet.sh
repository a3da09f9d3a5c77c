make-log --scenario demo > log.jsonl
ssdetect --quiet log.jsonl; ssdetect -q < log.jsonl; ssdetect -q --verbose log.jsonl
