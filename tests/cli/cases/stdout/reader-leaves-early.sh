make-log --scenario steady > log.jsonl
ssdetect --json log.jsonl log.jsonl log.jsonl | head -c 10
echo " ${PIPESTATUS[0]}"
ssdetect --json log.jsonl missing.jsonl log.jsonl 2> /dev/null | true
