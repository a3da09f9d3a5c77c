# The log at its two places, plain, .zst and .gz; the first that is there.
make-log --requests 300 > log.jsonl
run() { ssdetect --json "$1" | jq -c '[.input.name, .run.issued, .run.dataset_size, .run.dataset_size_source]'; }
mkdir -p a b/client c d/client e
cp log.jsonl a/events.jsonl
cp log.jsonl b/client/events.jsonl
zstd -q log.jsonl -o c/events.jsonl.zst
gzip -c log.jsonl > d/client/events.jsonl.gz
for dir in a b c d; do echo '{"dataset_size": 60}' > $dir/run_meta.json; run $dir; done
run b/client
run d/client/events.jsonl.gz
cp log.jsonl e/events.jsonl; head -c 100 c/events.jsonl.zst > e/events.jsonl.zst; run e
