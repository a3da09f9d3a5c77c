make-log --scenario failures > log.jsonl
ssdetect --quiet --fail-on failures=5 log.jsonl && ssdetect --quiet --fail-on failures=2.5 log.jsonl
