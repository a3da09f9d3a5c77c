ssdetect --nope
