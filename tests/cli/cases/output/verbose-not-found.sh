make-log --scenario short-plateaus | ssdetect -v | sed -n '/Trend/,$p'
