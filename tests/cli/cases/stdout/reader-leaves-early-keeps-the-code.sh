make-log --scenario short-plateaus > log.jsonl
ssdetect --json log.jsonl log.jsonl log.jsonl log.jsonl | head -c 1; echo " ${PIPESTATUS[0]}"
(trap '' PIPE; ssdetect --json log.jsonl log.jsonl log.jsonl log.jsonl | head -c 1; echo " ${PIPESTATUS[0]}")
