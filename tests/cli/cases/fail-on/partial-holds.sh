make-log --scenario interrupted | ssdetect --quiet --fail-on partial
