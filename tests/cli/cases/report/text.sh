# A report in text is printed as it is, the text report behind it; written back twice, it holds one of them.
make-log --scenario demo > log.jsonl
printf -- '--- Summary ---\nQPS: 4.85\n' > report.txt
cp report.txt was
ssdetect --report report.txt log.jsonl > out; echo $?
head -c "$(wc -c < was)" out | cmp - was && echo kept
tail -n +4 out | head -n 3
tail -n 1 out
ssdetect log.jsonl > alone; tail -n +5 out | head -n -1 | cmp - alone && echo 'the text report'
ssdetect --report report.txt --in-place log.jsonl; ssdetect --report report.txt --in-place log.jsonl
cmp report.txt out && echo once
ssdetect --verbose --report report.txt log.jsonl | grep -c 'certified by'
