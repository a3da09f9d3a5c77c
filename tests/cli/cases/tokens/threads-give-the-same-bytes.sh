python3 - > tiny.tiktoken <<'PY'
import base64
for rank, token in enumerate([bytes([b]) for b in range(256)] + [b"ab", b"abab", b" a"]):
    print(base64.b64encode(token).decode(), rank)
PY
make-log --scenario demo --requests 1500 --output reasoning > log.jsonl
for threads in 1 2 7; do
  for sample in all 20; do
    ssdetect --json --tokenizer tiny.tiktoken --tokenizer-pattern cl100k --threads $threads --token-sample $sample log.jsonl > $sample.$threads
  done
done
for threads in 2 7; do cmp all.1 all.$threads && cmp 20.1 20.$threads && echo same; done
jq -r .run.token_source all.1
