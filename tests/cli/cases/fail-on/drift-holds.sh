# A window of small drift at each step, with a line over the whole run.
make-log --scenario drift --drift 0.08 > log.jsonl
ssdetect --quiet --no-min-duration log.jsonl
ssdetect --quiet --no-min-duration --fail-on drift log.jsonl
