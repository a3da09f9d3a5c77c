# The same log with and without room: every percentile of window and total, and every super-pass's, within 0.1 %.
make-log --scenario steady --requests 400000 --request-cov 0.2 > log.jsonl
ssdetect --json --superpass-size 10000 log.jsonl > exact.json
ssdetect --json --superpass-size 10000 --max-memory 16M log.jsonl > compacted.json
jq -c '.verdict, .steady_state.window.sp_start, .steady_state.window.sp_end, .run.compacted == null' exact.json compacted.json
jq -n --slurpfile a exact.json --slurpfile b compacted.json '
  def numbers: [.steady_state, .total | (.ttft, .tpot, .latency | .mean_ns, .min_ns, .max_ns, .std_dev_ns, .p50_ns, .p90_ns, .p95_ns,
    .p99_ns, .p99_9_ns), (.osl | .count, .mean, .p50, .p90, .p99, .max)] + [.super_passes[] | .ttft_p50_ns, .ttft_p90_ns, .tpot_p50_ns, .tpot_p90_ns];
  ($a[0] | numbers) as $x | ($b[0] | numbers) as $y
  | [range($x | length) | (($y[.] - $x[.]) | fabs) <= 0.0010000001 * $x[.]] | [length, all]'
jq -n --slurpfile a exact.json --slurpfile b compacted.json -c '
  [$a[0], $b[0] | [.super_passes[] | [.issued, .completed, .failed, .tokens_out, .first_issue_s, .last_issue_s]]] | .[0] == .[1]'
