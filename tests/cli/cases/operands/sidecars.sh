mkdir run
make-log --scenario steady > run/events.jsonl
echo '{"dataset_size": 100}' > run/run_meta.json
printf 'model_params: {name: m}\nsettings: {load_pattern: {type: concurrency, target_concurrency: 16}}\n' > run/config.yaml
ssdetect --json run | jq -c '.run | [.model, .mode, .mode_source, .dataset_size, .dataset_size_source, .superpass_size, .target_concurrency]'
