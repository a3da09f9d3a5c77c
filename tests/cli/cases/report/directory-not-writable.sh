[ "$(id -u)" != 0 ] || { echo 'SKIP: root may write anywhere' >&2; exit 77; }
make-log --requests 60 > log.jsonl
mkdir locked
printf '{}' > locked/summary.json
chmod 555 locked
ssdetect --report locked/summary.json --in-place log.jsonl
code=$?
chmod 755 locked
cat locked/summary.json
exit $code
