# More answers than questions end the reading of answers, long before memory ends.
make-log --scenario demo --requests 600 --output text > log.jsonl
timeout 60 ssdetect -q --token-command 'yes 5' log.jsonl; echo "exit $?" >&2
timeout 60 ssdetect -q --token-command 'cat /dev/zero' log.jsonl 2> message; echo "exit $?, $(wc -l < message) line" >&2
