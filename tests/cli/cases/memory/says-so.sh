# A note in text, a block and a warning in JSON; nothing of it while everything fits.
make-log --scenario steady --requests 400000 > log.jsonl
ssdetect --json log.jsonl | jq -c '.run.compacted, [.warnings[].code | select(. == "compacted")]'
ssdetect --json --max-memory 16M log.jsonl | jq -c '.run.compacted != null, .run.compacted.value_error_pct, [.warnings[].code | select(. == "compacted")]'
ssdetect --max-memory 16M log.jsonl | grep -o 'only sketches fit into --max-memory'
