make-log --scenario agentic | ssdetect --quiet
