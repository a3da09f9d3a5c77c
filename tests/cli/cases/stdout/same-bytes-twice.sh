for scenario in demo staircase-up interrupted; do
  make-log --scenario $scenario > log.jsonl
  for format in text json jsonl tsv; do
    ssdetect -v --output $format log.jsonl > a; ssdetect -v --output $format log.jsonl > b
    cmp a b
  done
done
