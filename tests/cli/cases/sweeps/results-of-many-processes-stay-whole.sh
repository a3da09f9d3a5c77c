# A result is larger than a buffer of stdio: in several writes, lines of processes that share a file would mix.
make-log --scenario steady > log.jsonl
for i in $(seq 80); do echo log.jsonl; done | xargs -n 1 -P 8 ssdetect -o jsonl > sweep.jsonl
echo "lines: $(wc -l < sweep.jsonl)"
jq -r .verdict sweep.jsonl | sort | uniq -c | sed 's/^ *//'
