make-log --scenario steady | ssdetect --json - | jq -c '[.input.name, .verdict]'
