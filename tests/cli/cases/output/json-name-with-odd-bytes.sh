name=$'a"\n\xff'
make-log --scenario steady > "$name"
ssdetect --json "$name" > out.json
jq -c .input.name out.json
