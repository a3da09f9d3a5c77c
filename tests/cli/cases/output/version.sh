ssdetect --version
ssdetect -V
