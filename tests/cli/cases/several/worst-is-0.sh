make-log --scenario steady > good.jsonl; make-log --scenario no-tokens > uncounted.jsonl; make-log --scenario short-plateaus > short.jsonl
echo no log > bad.jsonl
ssdetect --quiet good.jsonl good.jsonl
