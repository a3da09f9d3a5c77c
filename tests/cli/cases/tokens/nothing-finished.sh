make-log --scenario steady --requests 100 | grep -v complete | ssdetect -q
