make-log --scenario interrupted > log.jsonl
ssdetect --json log.jsonl > out.json
jq -r '.warnings[].text' out.json
ssdetect log.jsonl | sed -n '/Warnings/,$p'
