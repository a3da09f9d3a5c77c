make-log --scenario failures | ssdetect --quiet --fail-on drift,failures
