# bash completion for ssdetect; made by `ssdetect --generate-completion bash`.
_ssdetect() {
  local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" before=
  # Of --name=word, bash makes three words.
  if [[ $word == = ]]; then word=; elif [[ $previous == = ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$previous" in
    --input-format) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'auto events aiperf vllm guidellm sglang inference-perf trtllm-bench llm-load-test genai-perf evalscope requests' -- "$word")); return ;;
    --mode) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'auto concurrency poisson offline agentic' -- "$word")); return ;;
    --dataset-size) COMPREPLY=(); return ;;
    --superpass-size) COMPREPLY=(); return ;;
    --superpass-passes) COMPREPLY=(); return ;;
    --max-memory) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W '512M' -- "$word")); return ;;
    --tokens) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'auto chunks words bytes' -- "$word")); return ;;
    --tokenizer) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --tokenizer-pattern) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'cl100k o200k kimi' -- "$word")); return ;;
    --token-command) COMPREPLY=(); return ;;
    --token-command-timeout) COMPREPLY=(); return ;;
    --token-sample) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'all' -- "$word")); return ;;
    --threads) COMPREPLY=(); return ;;
    --token-field) COMPREPLY=(); return ;;
    --preset) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'default reference' -- "$word")); return ;;
    --warmup) COMPREPLY=(); return ;;
    --min-warmup) COMPREPLY=(); return ;;
    --warmup-band) COMPREPLY=(); return ;;
    --warmup-driver) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'tpot_p50 tpot_p90 tpot_p99 ttft_p50 ttft_p90 ttft_p99 latency_p50 latency_p90 latency_p99' -- "$word")); return ;;
    --tail-cov) COMPREPLY=(); return ;;
    --tail-skew) COMPREPLY=(); return ;;
    --min-window) COMPREPLY=(); return ;;
    --step-size) COMPREPLY=(); return ;;
    --alpha) COMPREPLY=(); return ;;
    --least-drift) COMPREPLY=(); return ;;
    --p90-factor) COMPREPLY=(); return ;;
    --cov-bounds) COMPREPLY=(); return ;;
    --min-duration) COMPREPLY=(); return ;;
    --min-duration-latency-multiple) COMPREPLY=(); return ;;
    --min-duration-precision) COMPREPLY=(); return ;;
    --concurrency-ratio) COMPREPLY=(); return ;;
    --report) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --jobs|-j) COMPREPLY=(); return ;;
    --output|-o) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'text json jsonl tsv' -- "$word")); return ;;
    --fail-on) [[ $word == *,* ]] && before=${word%,*}, && word=${word##*,}; compopt -o nospace 2> /dev/null; compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'drift anomaly short partial failures failures=5 saturated' -- "$word")); return ;;
    --options) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --generate-completion) compopt +o filenames 2> /dev/null; COMPREPLY=($(compgen -P "$before" -W 'bash zsh fish' -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '--input-format --all-samples --mode --dataset-size --superpass-size --superpass-passes --max-memory --tokens --tokenizer --tokenizer-pattern --token-command --token-command-timeout --token-sample --threads --token-field --preset --warmup --min-warmup --warmup-band --warmup-driver --tail-cov --tail-skew --min-window --step-size --alpha --least-drift --p90-factor --cov-bounds --min-duration --min-duration-latency-multiple --min-duration-precision --no-min-duration --concurrency-ratio --report --in-place --jobs -j --output -o --json --verbose -v --quiet -q --fail-on --options --generate-completion --version -V --help -h' -- "$word")); return; fi
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _ssdetect ssdetect
