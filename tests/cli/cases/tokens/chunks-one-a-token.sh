make-log --scenario demo --requests 3000 --output chunks > log.jsonl
ssdetect --json --tokens chunks log.jsonl > out.json
jq -c '[.verdict, .run.token_source, .run.tokens_estimated, .total.osl.mean, (.total.tpot.count), ([.warnings[].code] | contains(["estimated_tokens"]))]' out.json
ssdetect --json --tokens words log.jsonl > out.json
jq -c '[.verdict, .run.token_source, .run.tokens_estimated, .total.osl.mean, (.total.tpot.count), ([.warnings[].code] | contains(["estimated_tokens"]))]' out.json
