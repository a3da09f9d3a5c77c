printf 'time,ttft\n1,2\n' | ssdetect
