make-log --scenario staircase-up | ssdetect --quiet
