make-log --scenario steady > good.jsonl; make-log --scenario no-tokens > uncounted.jsonl; make-log --scenario short-plateaus > short.jsonl
echo no log > bad.jsonl
ssdetect --output jsonl bad.jsonl good.jsonl missing.jsonl > out.json
code=$?
wc -l < out.json
jq -c '[.schema, .version, .input, .verdict, .error][:4]' <(grep error out.json)
exit $code
