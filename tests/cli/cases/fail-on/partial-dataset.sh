make-log --scenario steady | ssdetect --quiet --superpass-size 50 --dataset-size 2001 --fail-on partial
