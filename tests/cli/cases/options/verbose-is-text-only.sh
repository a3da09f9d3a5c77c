make-log --scenario steady > log.jsonl
cmp <(ssdetect --json log.jsonl) <(ssdetect --json -v -q log.jsonl)
cmp <(ssdetect --output tsv log.jsonl) <(ssdetect --output tsv -v -q log.jsonl)
