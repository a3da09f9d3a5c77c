for shell in bash zsh fish; do ssdetect --generate-completion $shell | grep -c -e fail-on; done
ssdetect --generate-completion bash | bash -n
