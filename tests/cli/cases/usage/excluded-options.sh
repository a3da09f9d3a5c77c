# The later of two that exclude each other counts, as if it stood alone; what cannot have an effect is refused.
make-log --scenario short-plateaus > log.jsonl
as() {  # LATER... = EARLIER...
  local later=()
  while [ "$1" != = ]; do later+=("$1"); shift; done
  shift
  ssdetect --json "${later[@]}" log.jsonl > alone.json
  ssdetect --json "$@" "${later[@]}" log.jsonl > both.json
  ssdetect --json "$@" log.jsonl > earlier.json
  echo "$* ${later[*]}: $(cmp -s alone.json both.json && echo the later); differ: $(cmp -s alone.json earlier.json || echo yes)"
}
as --min-duration 1000 = --no-min-duration
as --warmup 2 = --min-warmup 3
as --superpass-size 40 = --superpass-passes 2
for options in '--no-min-duration' '--min-duration 1000 --no-min-duration' '--min-duration 1000'; do
  echo "$options: found $(ssdetect --json $options log.jsonl | jq .steady_state.found)"  # no plateau is that long
done
ssdetect --json --warmup 9 --min-warmup 3 log.jsonl | jq -c '.coverage.warmup_mode'
ssdetect --json --superpass-size 40 --superpass-passes 2 log.jsonl | jq -c '.run.superpass_size_source'
ssdetect --tokenizer-pattern kimi log.jsonl
ssdetect --token-sample 5 log.jsonl
