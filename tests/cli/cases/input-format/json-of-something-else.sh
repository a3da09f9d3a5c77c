printf '{"a": 1}\n' | ssdetect
