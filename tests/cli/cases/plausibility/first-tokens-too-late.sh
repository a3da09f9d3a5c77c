# All first tokens behind the completions of their requests: not a log without them.
make-log --scenario steady --requests 200 > log.jsonl
{ grep -v recv_first log.jsonl | sed '$d'; grep recv_first log.jsonl; tail -1 log.jsonl; } | ssdetect -q; echo "exit $?"
grep -v recv_first log.jsonl | ssdetect -q; echo "exit $?"
