# The usual name counts where the pointer finds nothing, and it is said how often: in so many completions.
make-log --scenario steady | sed 's/"output_tokens"/"my_count"/' > all.jsonl
make-log --scenario steady | sed '0~7s/"output_tokens"/"my_count"/' > some.jsonl
for log in all some; do
  ssdetect --json --token-field /my_count $log.jsonl > out.json
  said=$(jq -r '.warnings[] | select(.code == "missing_counts").text' out.json | tr -d , | grep -o '[0-9]*' | head -n 1)
  echo "$(jq -r .run.token_source out.json), as many as there are: $([ "${said:-0}" = "$(grep -c '"output_tokens"' $log.jsonl)" ] && echo yes)"
done
