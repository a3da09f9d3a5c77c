# Bytes and number spellings are kept; the block is added at the end or replaced where it stands.
make-log --requests 300 > log.jsonl
printf '{\n  "n": 9007199254740993,\n  "qps": 1.50e+01,\n  "nested": {"steady_state": 1}\n}\n' > summary
ssdetect --report summary log.jsonl > out
head -n 4 out
sed -n '5,6p' out
tail -n 1 out
jq -c '.steady_state | [.schema, .verdict, .coverage.status]' out
ssdetect --report out log.jsonl | cmp - out && echo 'the same again'
printf '{"steady_state":null,"a":18446744073709551617}' > one-line
ssdetect --report one-line log.jsonl | grep -o '^{"steady_state":{"schema"\|,"a":18446744073709551617}$'
printf '{}' > empty
ssdetect --report empty log.jsonl | jq -c 'keys'
# The exit code is that of the verdict.
ssdetect --report empty log.jsonl > /dev/null; echo $?
