# A closed loop of two without start times, five requests of a second each; and four, too few for a window.
result() { jq -nc --argjson n "$1" --argjson s "$2" '[range($n)] | {backend: "vllm", model_id: "m", num_prompts: $n, request_rate: "inf", max_concurrency: 2, duration: $s, completed: $n, input_lens: map(5), output_lens: map(3), ttfts: map(0.5), itls: map([0.25, 0.25]), errors: map("")}'; }
result 5 3.003 > five.json
result 4 2.001 > four.json
ssdetect -q five.json
ssdetect -q four.json
ssdetect --json five.json | jq -c '.run | [.mode, .mode_source, .target_concurrency, .start_times, .reconstruction.concurrency, .client.load]'
ssdetect --json five.json | jq -c '[.warnings[].code]'
jq -c '.request_rate = 4' five.json | ssdetect
echo "exit $?"
