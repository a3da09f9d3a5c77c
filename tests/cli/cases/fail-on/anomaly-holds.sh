make-log --scenario staircase-up | ssdetect --quiet --fail-on anomaly
