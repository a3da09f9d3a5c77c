make-log --scenario demo | ssdetect
