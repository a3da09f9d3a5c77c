make-log --scenario steady > good.jsonl; make-log --scenario no-tokens > uncounted.jsonl; make-log --scenario short-plateaus > short.jsonl
echo no log > bad.jsonl
mkdir a b c; mv good.jsonl a/events.jsonl; mv short.jsonl c/events.jsonl
ssdetect -q a b c
