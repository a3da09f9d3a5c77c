make-log --scenario demo --requests 3000 --output text | ssdetect --json --tokens bytes > out.json
jq -c '[.verdict, .run.token_source, .run.tokens_estimated, .total.osl.mean, (.total.tpot.count), ([.warnings[].code] | contains(["estimated_tokens"]))]' out.json
