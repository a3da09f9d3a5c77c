make-log --scenario no-tokens > log.jsonl
ssdetect --json log.jsonl > out.json
code=$?
jq -c '.verdict, .reason, .official_basis, .total.tpot.count, .total.ttft.count, .total.latency.count, .total.tps.requests_per_s, .total.tps.system' out.json
ssdetect log.jsonl | grep requests/s
exit $code
