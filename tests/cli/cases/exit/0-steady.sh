make-log --scenario steady | ssdetect --quiet
