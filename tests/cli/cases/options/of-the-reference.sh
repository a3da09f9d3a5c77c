# The three that are for --preset reference: at its own values they change nothing, and each can decide.
make-log --scenario drift > drift.jsonl
make-log --scenario steady > steady.jsonl
judged() { ssdetect --preset reference --json "$@" | jq -c '[.verdict, .trend.run.tpot_p50.state, (.plateaus | length)]'; }
judged drift.jsonl
judged --alpha 0.05 --least-drift 0.05 --p90-factor 1 drift.jsonl
judged --alpha 1e-12 drift.jsonl
judged --least-drift 9 drift.jsonl
judged steady.jsonl
judged --p90-factor 0.01 steady.jsonl
