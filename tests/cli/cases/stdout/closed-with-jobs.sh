# Nobody takes the results any more: operands that are still being read are not waited for.
make-log --scenario steady > log.jsonl
mkfifo nobody-writes-1 nobody-writes-2
try() { timeout 60 ssdetect --jobs 3 "$@" log.jsonl nobody-writes-1 nobody-writes-2 log.jsonl; echo "exit $?" >&2; }
try > /dev/full
try --json >&-
try --output tsv --token-command cat > /dev/full
(trap '' PIPE; while echo; do :; done 2> /dev/null; try --json) | true  # once nobody reads
