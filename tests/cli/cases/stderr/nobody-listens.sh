# A message that cannot be written stops nothing, and changes no exit code.
make-log --scenario steady > log.jsonl
ssdetect nofile 2>&-; echo $?
ssdetect nofile 2>/dev/full; echo $?
ssdetect --bogus 2>&-; echo $?
ssdetect -q nofile log.jsonl 2>&-; echo $?
