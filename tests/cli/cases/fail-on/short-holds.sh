make-log --scenario short-plateaus > log.jsonl
ssdetect --quiet --no-min-duration --fail-on saturated log.jsonl && ssdetect --quiet --no-min-duration --fail-on short log.jsonl
