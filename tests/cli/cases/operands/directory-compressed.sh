mkdir run
make-log --scenario steady | zstd -q > run/events.jsonl.zst
make-log --scenario steady | gzip > log.gz
ssdetect --quiet run log.gz - < run/events.jsonl.zst
