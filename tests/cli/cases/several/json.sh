make-log --scenario steady > good.jsonl; make-log --scenario no-tokens > uncounted.jsonl; make-log --scenario short-plateaus > short.jsonl
echo no log > bad.jsonl
ssdetect --json good.jsonl missing.jsonl short.jsonl > out.json
code=$?
jq -c '[.input.name, .verdict, .error]' out.json
exit $code
