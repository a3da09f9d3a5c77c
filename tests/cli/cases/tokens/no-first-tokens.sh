make-log --scenario steady --requests 100 | grep -v recv_first | ssdetect -q
