# Session logs sorted by time have the error behind the completion; it still fails the request.
make-log --scenario steady --requests 2000 > log.jsonl
jq -c 'if .event_type == "sample.complete" and .timestamp_ns % 10 == 0
  then ., {event_type: "error.generic", timestamp_ns: (.timestamp_ns + 5), sample_uuid, data: ["ErrorData", "x"]} else . end' log.jsonl > late.jsonl
grep -c error.generic late.jsonl
ssdetect --json --min-duration 10 late.jsonl | jq -c '.run.failed, .run.completed + .run.failed, .input.orphan_events'
