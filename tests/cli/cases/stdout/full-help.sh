ssdetect --help > /dev/full
