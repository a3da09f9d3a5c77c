ssdetect <&-
