mkdir run other other/client
make-log --scenario steady > run/events.jsonl
cp run/events.jsonl other/client
ssdetect --quiet run other other/client/events.jsonl
