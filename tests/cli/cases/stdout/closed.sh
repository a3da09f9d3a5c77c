make-log --scenario steady | ssdetect >&-
