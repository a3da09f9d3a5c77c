mkdir empty
ssdetect empty
