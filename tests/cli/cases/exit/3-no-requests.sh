make-log --requests 20 | grep session | ssdetect
