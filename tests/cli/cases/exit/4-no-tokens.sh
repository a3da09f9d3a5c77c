make-log --scenario no-tokens | ssdetect --quiet
