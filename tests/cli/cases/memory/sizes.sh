make-log --scenario steady > log.jsonl
for size in 16M 2G 16777216 512K 15M 0 -1 1.5M 10T '' M 99999999999G 64MG 64KM 64MB 64k 64Mx 18446744073709551615; do
  echo "== $size"
  ssdetect -q --max-memory "$size" log.jsonl 2>&1
done
