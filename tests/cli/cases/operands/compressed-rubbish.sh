# The decompressor is still busy when the answer is clear.
head -c 50000000 /dev/zero | zstd -q > zeros.zst
ssdetect - < zeros.zst
ssdetect zeros.zst
cat zeros.zst | ssdetect
