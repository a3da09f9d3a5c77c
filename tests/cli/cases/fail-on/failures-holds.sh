make-log --scenario failures | ssdetect --quiet --fail-on failures
