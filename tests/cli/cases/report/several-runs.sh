# A file to which a benchmark appended a second run: no one knows which of them the report is about.
line='{"start_times":[0,1],"ttfts":[0.1,0.1],"itls":[[0.1,0.1],[0.1,0.1]],"output_lens":[3,3],"input_lens":[5,5],"duration":3,"completed":2}'
printf '%s\n%s\n' "$line" "$line" > two.jsonl
printf '{}' > summary
ssdetect --report summary --in-place --input-format sglang two.jsonl
echo $?
cat summary
