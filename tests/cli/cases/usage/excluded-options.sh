# The later of two that exclude each other counts; what cannot have an effect is refused.
make-log --scenario short-plateaus > log.jsonl
show() { echo "== $*"; if ssdetect --json "$@" log.jsonl > out.json 2> err.txt || [ -s out.json ]; then jq -c '[.coverage.warmup_mode, .run.superpass_size, .verdict]' out.json; else cat err.txt; fi; }
show --no-min-duration --min-duration 1000
show --min-duration 1000 --no-min-duration
show --warmup 2 --min-warmup 3
show --min-warmup 3 --warmup 2
show --superpass-size 40 --superpass-passes 2
show --superpass-passes 2 --superpass-size 40
show --tokenizer-pattern kimi
show --token-sample 5
