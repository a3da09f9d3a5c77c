# A sidecar that is no regular file is a warning: no crash, no waiting.
mkdir -p run/config.yaml
make-log --scenario steady > run/events.jsonl
mkfifo run/run_meta.json
timeout 20 ssdetect --json run > out.json; echo $?
jq -r '.warnings[] | select(.code == "sidecar_problem").text' out.json
