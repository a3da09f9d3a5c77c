# --report prints one document, whatever --output says.
make-log --scenario steady > log.jsonl
echo '{"qps": 1.50}' > report.json
ssdetect --report report.json -o tsv log.jsonl | jq -c '[.qps == 1.5, .steady_state.verdict]'
