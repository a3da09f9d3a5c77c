# A benchmark that appends to its file: each result is a run of its own.
result() { echo '{"start_times":[0,1],"ttfts":[0.1,0.1],"itls":[[0.1,0.1],[0.1,0.1]],"output_lens":['$1,$1'],"input_lens":[5,5],"duration":3,"completed":2}'; }
{ result 3; result 4; result 5; } > three.jsonl
ssdetect --json --input-format sglang three.jsonl | jq -c '[.input.name, .run.issued, .total.osl.mean]'
