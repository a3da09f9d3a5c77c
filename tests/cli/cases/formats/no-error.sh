# The ways to write that there was no error, in every format that has a field for it: none of them is a failure, and a
# text is one.
python3 - <<'PY'
import json
NONE = [None, False, "", " ", 0, "0", "None", "false"]
ALL = NONE + ["timeout", True, 500, {"code": 500}, ["x"]]
def each(make): return [make(i, error) for i, error in enumerate(ALL)]
def dump(name, value): open(name, "w").write(value if isinstance(value, str) else json.dumps(value))
ns = 10**9
dump("aiperf.jsonl", "\n".join(map(json.dumps, each(lambda i, e: {
    "metadata": {"request_start_ns": i * ns, "request_end_ns": (i + 1) * ns},
    "metrics": {"output_sequence_length": {"value": 9, "unit": "tokens"}}, "error": e}))) + "\n")
dump("vllm.json", {"duration": 20, "start_times": [float(i) for i in range(len(ALL))], "ttfts": [0.1] * len(ALL),
     "itls": [[0.1] * 8] * len(ALL), "input_lens": [5] * len(ALL), "output_lens": [9] * len(ALL), "errors": ALL})
dump("inference-perf.json", each(lambda i, e: {"start_time": i, "end_time": i + 1, "request": "{}", "error": e,
     "info": {"input_tokens": 5, "response_metrics": {"output_tokens": 9, "output_token_times": [i + .1 * k for k in range(1, 10)]}}}))
dump("llm-load-test.json", {"results": each(lambda i, e: {"start_time": i, "end_time": i + 1, "response_time": 1,
     "first_token_time": i + .1, "output_tokens": 9, "input_tokens": 5, "error_code": e, "error_text": ""})})
dump("llm-load-test-text.json", {"results": each(lambda i, e: {"start_time": i, "end_time": i + 1, "response_time": 1,
     "first_token_time": i + .1, "output_tokens": 9, "input_tokens": 5, "error_code": None, "error_text": e})})
dump("requests.jsonl", "\n".join(map(json.dumps, each(lambda i, e: {"start_s": i, "end_s": i + 1, "output_tokens": 9, "error": e}))) + "\n")
PY
for file in aiperf.jsonl vllm.json inference-perf.json llm-load-test.json llm-load-test-text.json requests.jsonl; do
  ssdetect --json $file | jq -c '[.input.format, .run.completed, .run.failed, .input.malformed_lines]'
done
