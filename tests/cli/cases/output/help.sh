ssdetect --help
