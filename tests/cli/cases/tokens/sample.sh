# 20 outputs of each super-pass are counted, and the totals stay right.
python3 - > tiny.tiktoken <<'PY'
import base64
for rank, token in enumerate([bytes([b]) for b in range(256)] + [b"ab", b"abab", b" a"]):
    print(base64.b64encode(token).decode(), rank)
PY
make-log --scenario demo --output text > log.jsonl
count() { ssdetect --json --tokenizer tiny.tiktoken --tokenizer-pattern cl100k "$@" log.jsonl; }
count > all.json
count --token-sample 20 > some.json
count --token-sample 250 > enough.json
count --token-sample all | cmp - all.json && echo 'all is the default'
jq -c '.run.sampled_outputs' all.json enough.json some.json
jq -c '[.super_passes | length, .[0].issued], .total.tpot.count, .total.osl.count' some.json
jq -cs '[(.[1].total.tps.system / .[0].total.tps.system - 1 | fabs) < 0.02, .[1].total.latency == .[0].total.latency]' all.json some.json
jq -cs '(.[0] | del(.run.sampled_outputs)) == (.[1] | del(.run.sampled_outputs))' all.json enough.json
grep -c ' of 5,000\| of 5000' <(ssdetect --tokenizer tiny.tiktoken --tokenizer-pattern cl100k --token-sample 20 log.jsonl)
