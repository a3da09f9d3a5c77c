# A directory that may not be searched, or whose result may not be read, says so.
as_user() { "$@"; }
if [ "$(id -u)" = 0 ]; then
  setpriv --reuid=65534 --regid=65534 --clear-groups true 2> err || { echo 'SKIP: root may read everything' >&2; exit 77; }
  as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
fi
program=$(command -v ssdetect)
as_user test -x "$program" && chmod 755 . || { echo 'SKIP: another user cannot run the program' >&2; exit 77; }
as_user test -r . || { echo 'SKIP: another user cannot come here' >&2; exit 77; }
mkdir -p closed unlisted nested/client result
make-log --requests 60 | tee closed/events.jsonl nested/client/events.jsonl > unlisted/run.jsonl
printf '{"metadata":{},"metrics":{}}\n' > result/profile_export.jsonl
chmod 600 result/profile_export.jsonl
chmod 000 result/profile_export.jsonl
chmod 644 closed nested/client
chmod 311 unlisted
[ "$(id -u)" = 0 ] || chmod 000 closed nested/client
as_user "$program" -q closed unlisted nested result 2>&1
code=$?
chmod 755 closed unlisted nested/client
exit $code
