make-log --scenario short-plateaus | ssdetect --json > /dev/full
