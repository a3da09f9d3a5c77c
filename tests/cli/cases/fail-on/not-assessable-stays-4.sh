make-log --scenario no-tokens | ssdetect --quiet --fail-on partial,drift
