# The logs that the examples of ssdetect.1 speak of, made in the current directory.
make-log --scenario demo > events.jsonl
make-log --output text --requests 2000 > text.jsonl
mkdir -p runs/flat runs/step runs/cut runs/short
make-log --scenario steady > runs/flat/events.jsonl
make-log --scenario staircase-up > runs/step/events.jsonl
make-log --scenario interrupted > runs/cut/events.jsonl
make-log --requests 400 > runs/short/events.jsonl
