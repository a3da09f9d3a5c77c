make-log --scenario steady --requests 100 --failed 1 | ssdetect -q
