make-log --scenario steady | ssdetect -q --input-format events
