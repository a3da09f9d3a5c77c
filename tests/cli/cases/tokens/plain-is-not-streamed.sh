make-log --scenario demo --requests 3000 --output plain > log.jsonl
ssdetect -q --tokens words log.jsonl
code=$?
ssdetect --json --tokens words log.jsonl > out.json
jq -c '[.run.token_source, .total.osl.mean, .total.tpot.count]' out.json
exit $code
