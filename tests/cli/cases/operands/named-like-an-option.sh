make-log --scenario steady > ./--json
ssdetect --quiet -- --json
