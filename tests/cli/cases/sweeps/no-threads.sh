# A system that has no thread to give, since each wants a stack of 4 GB: the same bytes, only slower.
make-log --scenario demo --requests 600 --output text > log.jsonl
cp log.jsonl other.jsonl
starved() { (ulimit -s 4000000 && ulimit -v 2000000 && "$@"); }
starved ssdetect --version > /dev/null 2>&1 || { echo 'SKIP: no such limits here' >&2; exit 77; }
try() { "$@" > usual; starved "$@" > without; cmp usual without && echo same; }
try ssdetect --output jsonl --jobs 4 log.jsonl other.jsonl log.jsonl
try ssdetect --json --threads 4 log.jsonl
try ssdetect --json --token-command "sed 's/.*/7/'" log.jsonl
gzip -c log.jsonl | starved ssdetect --json | cmp - <(ssdetect --json < log.jsonl) && echo same
