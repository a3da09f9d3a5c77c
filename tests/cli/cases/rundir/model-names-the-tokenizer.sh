# Without counts, the run directory's model says which tokenizer file to get.
mkdir run
make-log --scenario no-tokens > run/events.jsonl
printf 'model_params:\n  name: openai/gpt-oss-120b\n' > run/config.yaml
ssdetect --json run > out.json
status=$?
jq -r .reason out.json
exit $status
