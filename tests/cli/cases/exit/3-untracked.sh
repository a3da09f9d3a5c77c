make-log --requests 20 | grep -v tracking | ssdetect
