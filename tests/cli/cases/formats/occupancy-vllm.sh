# The same example as a vLLM file with input lengths: 200 + 300 tokens start inside the window, 500 / 6 s.
echo '{"backend":"vllm","input_lens":[100,200,300],"output_lens":[5,3,3],"ttfts":[1,1,1],"itls":[[2,2,2,2],[2,2],[2,2]],"start_times":[1000,1002,1002],"errors":["","",""],"latencies":[10,6,6],"generated_texts":["","",""]}' > result.json
ssdetect --json result.json > out.json
jq -c '.occupancy | [.start_s, .end_s, .output_tokens, .input_tokens, (.input_tps * 100 | round)]' out.json
# Two equal spans give the first; at ratio 1 two requests make the threshold.
echo '{"backend":"vllm","input_lens":[1,1,1,1],"output_lens":[2,2,2,2],"ttfts":[1,1,1,1],"itls":[[1],[1],[3],[3]],"start_times":[0,0,3,3],"errors":["","","",""],"generated_texts":["","","",""]}' > second.json
ssdetect --json --concurrency-ratio 1 second.json | jq -c '.occupancy | [.start_s, .end_s, .threshold]'
