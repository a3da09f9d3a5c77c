# vLLM's: a first chunk that is no token, a duration of its own that is another, a TTFT that is no time.
result() { # name, jq on the result
  jq -n --arg name "$1" '[range(400)] as $n | {backend: "vllm", model_id: "m", num_prompts: 400, start_times: [$n[] | . * 0.25],
    ttfts: [$n[] | 0.2], itls: [$n[] | [range(20) | 0.02]], input_lens: [$n[] | 100], output_lens: [$n[] | 21],
    errors: [$n[] | ""]} | '"$2" > "$1.result"
}
result role '.ttfts |= map(0.003) | .itls |= map([0.5] + .[1:])'
result duration '.duration = 50'
result nan '.ttfts[5] = "NAN"'
sed -i 's/"NAN"/NaN/' nan.result
result negative '.ttfts[7] = -0.1'
result counts '.output_lens[3] = -1'
for name in role duration nan negative counts; do
  ssdetect --json --min-duration 10 $name.result > $name.json; echo "exit $?"
  jq -c '[.verdict, .run.issued, .run.in_flight, .total.ttft.count], .input.first_malformed, [.warnings[] | select(.code | test("ttft_not_first|duration_dis|malformed|never|invalid")) | .code, .text]' $name.json
done
