make-log --scenario drift | ssdetect --json > out.json
jq -r '.warnings[].text' out.json
