# The user's program counts as the estimate by words does; a run of its own for each operand.
make-log --scenario demo --requests 1500 --output reasoning > log.jsonl
words() { jq -c '[.total.osl.mean, .total.osl.p99, .total.tpot.count, .total.tpot.mean_ns]'; }
cat > count.py <<'PY'
import json, sys
print(*(len(json.loads(line).split()) for line in sys.stdin), sep="\n")
PY
ssdetect --json --tokens words log.jsonl | words > want
ssdetect --json --token-command 'python3 count.py' log.jsonl > out.json
words < out.json | cmp - want && echo 'as by words'
jq -c '[.run.token_source, .run.tokens_estimated]' out.json
ssdetect --output jsonl --quiet --jobs 3 --token-command 'python3 count.py' log.jsonl log.jsonl log.jsonl | jq -r .total.osl.mean | uniq -c
