# A real open loop of 2 requests a second that the server kept up with.
log=$SHARED/samples/vllm/detailed-2qps-send_ts.json
[ -e "$log" ] || { echo 'SKIP: the samples are not here' >&2; exit 77; }
for mode in auto poisson; do ssdetect --json --mode $mode "$log" | jq -c '[.run.mode, .run.saturated]'; done
