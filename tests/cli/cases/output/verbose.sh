make-log --scenario demo | ssdetect --verbose | sed -n '/CoV/,$p'
