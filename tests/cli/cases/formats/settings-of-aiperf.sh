# profile_export_aiperf.json beside the records decides mode and target; stdin has none; a ramp is warmup, load
# that was not served is told, and a broken file is a warning.
mkdir run
show() { jq -c '[.run.mode, .run.mode_source, .run.target_concurrency, .coverage.warmup, .coverage.warmup_by_ramp], (.warnings[] | select(.code | startswith("load") or . == "sidecar_problem").text)'; }
set_load() { echo '{"input_config": {"loadgen": '"$1"'}}' > run/profile_export_aiperf.json; }
make-log --format aiperf --load closed --concurrency 32 --requests 2000 > run/profile_export.jsonl
ssdetect --json - < run/profile_export.jsonl | show
set_load '{"concurrency": 40, "request_count": 2000}'
ssdetect --json run | show
set_load '{"concurrency": 32, "concurrency_ramp_duration": 100}'
ssdetect --json run | show
set_load '{"request_rate": 9, "request_rate_mode": "poisson", "concurrency": 32}'
ssdetect --json run/profile_export.jsonl | show
set_load '{'
ssdetect --json run | show
