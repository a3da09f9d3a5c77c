make-log --scenario drift --drift 0.08 | ssdetect --quiet --no-min-duration --fail-on anomaly
