# Each result is one write, however long.
make-log --scenario steady > log.jsonl
strace -o trace -e trace=write true 2> /dev/null || { echo 'SKIP: no strace here' >&2; exit 77; }
for output in text json jsonl; do
  strace -f -o trace -e trace=write ssdetect --output $output --jobs 1 log.jsonl log.jsonl > out 2> /dev/null
  echo "$output: $(grep -c 'write(1,' trace) writes"
done
