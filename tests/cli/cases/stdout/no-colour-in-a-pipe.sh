make-log --scenario steady | ssdetect | grep -c $'\033'
exit 0
