# bash completion for ssdetect; made by `ssdetect --generate-completion bash`.
_ssdetect() {
  local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  case "$previous" in
    --input-format) COMPREPLY=($(compgen -W 'auto events aiperf vllm guidellm sglang inference-perf trtllm-bench llm-load-test genai-perf evalscope requests' -- "$word")); return ;;
    --mode) COMPREPLY=($(compgen -W 'auto concurrency poisson offline agentic' -- "$word")); return ;;
    --dataset-size) COMPREPLY=(); return ;;
    --superpass-size) COMPREPLY=(); return ;;
    --superpass-passes) COMPREPLY=(); return ;;
    --max-memory) COMPREPLY=($(compgen -W '512M' -- "$word")); return ;;
    --tokens) COMPREPLY=($(compgen -W 'auto chunks words bytes' -- "$word")); return ;;
    --tokenizer) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --tokenizer-pattern) COMPREPLY=($(compgen -W 'cl100k o200k kimi' -- "$word")); return ;;
    --token-command) COMPREPLY=(); return ;;
    --token-sample) COMPREPLY=($(compgen -W 'all' -- "$word")); return ;;
    --threads) COMPREPLY=(); return ;;
    --token-field) COMPREPLY=(); return ;;
    --preset) COMPREPLY=($(compgen -W 'default reference' -- "$word")); return ;;
    --warmup) COMPREPLY=(); return ;;
    --min-warmup) COMPREPLY=(); return ;;
    --warmup-band) COMPREPLY=(); return ;;
    --warmup-driver) COMPREPLY=($(compgen -W 'tpot_p50 tpot_p90 tpot_p99 ttft_p50 ttft_p90 ttft_p99 latency_p50 latency_p90 latency_p99' -- "$word")); return ;;
    --cov-bounds) COMPREPLY=(); return ;;
    --min-duration) COMPREPLY=(); return ;;
    --min-duration-latency-multiple) COMPREPLY=(); return ;;
    --min-duration-precision) COMPREPLY=(); return ;;
    --concurrency-ratio) COMPREPLY=(); return ;;
    --report) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --jobs|-j) COMPREPLY=(); return ;;
    --output|-o) COMPREPLY=($(compgen -W 'text json jsonl tsv' -- "$word")); return ;;
    --fail-on) COMPREPLY=($(compgen -W 'drift anomaly short partial failures failures=5 saturated' -- "$word")); return ;;
    --generate-completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--input-format --all-samples --mode --dataset-size --superpass-size --superpass-passes --max-memory --tokens --tokenizer --tokenizer-pattern --token-command --token-sample --threads --token-field --preset --warmup --min-warmup --warmup-band --warmup-driver --cov-bounds --min-duration --min-duration-latency-multiple --min-duration-precision --no-min-duration --concurrency-ratio --report --in-place --jobs -j --output -o --json --verbose -v --quiet -q --fail-on --generate-completion --version -V --help -h' -- "$word")); return; fi
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _ssdetect ssdetect
