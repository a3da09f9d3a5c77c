# The log's shape decides, unless the run directory says, unless the user does.
mkdir run
make-log --scenario poisson --requests 600 > run/events.jsonl
show() { ssdetect --json "$@" | jq -c '.run | [.mode, .mode_source]'; }
show - < run/events.jsonl
for type in concurrency poisson max_throughput agentic_inference something_else; do
  echo "settings: {load_pattern: {type: $type}}" > run/config.yaml
  show run
done
show --mode poisson run/events.jsonl
show --mode auto < run/events.jsonl
for scenario in steady offline agentic; do make-log --scenario $scenario --requests 600 | show; done
