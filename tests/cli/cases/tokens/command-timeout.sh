# A program that stops answering is given up with a sentence, and leaves no process behind that holds our output open.
make-log --scenario demo --requests 600 --output text > log.jsonl
make-log --requests 60 > recorded.jsonl
try() { timeout 60 ssdetect --quiet --token-command-timeout 0.5 --token-command "$1" "${@:2}" log.jsonl 2>&1 | sed 's/of [0-9]* lines/of N lines/'; echo "exit ${PIPESTATUS[0]}"; }
try 'sleep 1000; true'
try 'sed -u "s/.*/1/;7q"; sleep 1000'
try 'cat > /dev/null; sleep 1000 | sleep 1000' recorded.jsonl
ssdetect --token-command-timeout 5 log.jsonl; echo "exit $?" >&2
for seconds in 0 -1 x inf 1e7; do ssdetect --token-command cat --token-command-timeout $seconds log.jsonl; echo "exit $?" >&2; done
