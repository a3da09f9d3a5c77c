make-log --scenario steady | ssdetect --quiet --fail-on partial
