make-log --scenario no-tokens | ssdetect -q --token-field /nowhere/1
