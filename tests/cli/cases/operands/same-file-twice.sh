make-log --scenario steady > log.jsonl
ssdetect --output jsonl log.jsonl log.jsonl > out.json
cmp <(sed -n 1p out.json) <(sed -n 2p out.json)
# Standard input can be read once.
ssdetect -q - - < log.jsonl
cat log.jsonl | ssdetect -q - -
