# What each file beside the log says; a broken one is a warning, and stdin has none.
mkdir run
make-log --requests 300 > run/events.jsonl
show() { ssdetect --json "$@" | jq -c '[.run.dataset_size, .run.dataset_size_source, .run.mode_source, .run.target_concurrency, .run.model], [.warnings[] | select(.code == "sidecar_problem") | .text]'; }
echo '{"warmup": {"x": 0}, "performance": {"u1": 4, "u2": 7, "u3": 4}}' > run/sample_idx_map.json
show run
echo '{"dataset_size": 60}' > run/run_meta.json
echo 'settings: {load_pattern: {type: concurrency, target_concurrency: 16}}
model_params: {name: some/model}' > run/config.yaml
show run
show < run/events.jsonl
echo '{"dataset_size": -3}' > run/run_meta.json
show run
echo '{"dataset_size": 60' > run/run_meta.json
echo 'settings: {load_pattern: [' > run/config.yaml
ssdetect --json run | jq -c '[.run.dataset_size, .run.dataset_size_source, ([.warnings[] | select(.code == "sidecar_problem")] | length)]'
