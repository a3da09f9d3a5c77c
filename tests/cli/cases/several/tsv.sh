make-log --scenario steady > good.jsonl; make-log --scenario no-tokens > uncounted.jsonl; make-log --scenario short-plateaus > short.jsonl
echo no log > bad.jsonl
ssdetect --output tsv good.jsonl missing.jsonl short.jsonl uncounted.jsonl | cut -f 1-4,6-7,24-
exit ${PIPESTATUS[0]}
