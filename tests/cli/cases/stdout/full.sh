make-log --scenario steady | ssdetect > /dev/full
