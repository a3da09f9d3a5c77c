# Counts that are still being made when memory is full: the same bytes on any number of threads.
make-log --scenario steady --requests 300000 --output text --tokens 8 > log.jsonl
for threads in 1 2 5; do ssdetect --json --max-memory 16M --threads $threads --token-command "awk '{ print 7 }'" log.jsonl | md5sum; done | sort -u | wc -l
ssdetect --json --max-memory 16M --tokens words log.jsonl | jq -c '.run.compacted != null, .total.osl.p50, .total.osl.max'
