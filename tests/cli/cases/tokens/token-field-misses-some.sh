# The usual name counts where the pointer finds nothing, and it is said how often.
make-log --scenario steady | sed 's/"output_tokens"/"my_count"/' > all.jsonl
make-log --scenario steady | sed '0~3s/"output_tokens"/"my_count"/' > some.jsonl
for log in all some; do
  ssdetect --json --token-field /my_count $log.jsonl | jq -c '.run.token_source, (.warnings[] | select(.code == "missing_counts"))'
done
