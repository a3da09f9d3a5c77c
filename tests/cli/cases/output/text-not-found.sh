make-log --scenario short-plateaus | ssdetect
