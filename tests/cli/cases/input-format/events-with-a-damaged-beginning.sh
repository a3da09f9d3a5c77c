make-log --scenario steady > log.jsonl
{ head -c 300000 /dev/zero | tr '\0' '#'; echo; cat log.jsonl; } > damaged.jsonl
ssdetect --quiet --input-format events damaged.jsonl
