make-log --requests 300 > log.jsonl
mkdir real
printf '{"a": 1}\n' > real/result_summary.json
chmod 640 real/result_summary.json
ln -s real/result_summary.json link
ssdetect --report link log.jsonl > want
ssdetect --report link --in-place log.jsonl
echo $?
cmp want real/result_summary.json && echo written
stat -c %a real/result_summary.json
[ -L link ] && echo 'still a link'
ls real
