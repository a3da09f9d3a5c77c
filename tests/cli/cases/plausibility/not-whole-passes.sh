# 2,050 requests over a dataset of 100.
make-log --scenario steady --requests 2050 > log.jsonl
for size in 100 205; do
  ssdetect --json --min-duration 10 --dataset-size $size log.jsonl | jq -c '[.warnings[] | select(.code == "not_whole_passes").text]'
done
