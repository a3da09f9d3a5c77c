printf '{"a": 1}\n{"b": 2}\n' | ssdetect --input-format events
