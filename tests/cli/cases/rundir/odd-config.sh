# Whatever in config.yaml cannot be used is said, with its value; the rest of the file counts.
mkdir run
make-log --scenario steady > run/events.jsonl
try() { printf "$1" > run/config.yaml; ssdetect --json run | jq -c '[.run.mode, .run.mode_source, .run.target_concurrency], (.warnings[] | select(.code == "sidecar_problem").text)'; }
pattern() { try "settings:\n  load_pattern:\n    $1\n"; }
pattern 'type: stepped'
pattern 'type: Poisson'
pattern 'type: [poisson]'
pattern 'type: concurrency\n    target_concurrency: 0'
pattern 'type: concurrency\n    target_concurrency: 48.0'
for value in -4 2.5 .nan .inf 1e300 many '[4]' '{a: 4}' '"48"' 0x1F 1000000001; do pattern "target_concurrency: $value"; done
pattern 'type: poisson\n    target_qps: -1e-3'
pattern 'target_qps: 99999999999999999999999999999999999999999999999999'
pattern 'target_qps: null'
try 'settings:\n  load_pattern: poisson\n'
try 'settings: poisson\n'
try 'settings: {load_pattern: [type, poisson]}\nmodel_params: llama\n'
try 'model_params: {name: [a]}\n'
try '[1, 2]\n'
try 'just words\n'
try ''
try '%%%%\n'
try "$(printf '[%.0s' {1..20000})"
printf '{"dataset_size": 250.0}' > run/run_meta.json
rm run/config.yaml
ssdetect --json run | jq -c '[.run.dataset_size, .run.superpass_size_source]'
for size in 250.5 '"250"' -1 1e30 true '[]'; do
  printf '{"dataset_size": %s}' "$size" > run/run_meta.json
  ssdetect --json run | jq -c '[.run.dataset_size], (.warnings[] | select(.code == "sidecar_problem").text)'
done
