make-log --scenario demo > log.jsonl
cmp <(ssdetect --json log.jsonl) <(ssdetect --output json log.jsonl)
cmp <(ssdetect -ojson log.jsonl) <(ssdetect --output=json log.jsonl)
