# The local form of a sweep over machines: one process a run, rows under one header, in order.
command -v parallel > /dev/null || { echo 'SKIP: GNU parallel is not here' >&2; exit 77; }
for i in 1 2 3 4 5 6; do make-log --requests 300 --seed $i > run-$i.jsonl; done
parallel --will-cite --keep-order --jobs 2 "ssdetect --output tsv {} | tail -n +2" ::: run-*.jsonl > rows 2> /dev/null
ssdetect --output tsv run-*.jsonl 2> /dev/null | tail -n +2 | cmp - rows && echo same
wc -l < rows
