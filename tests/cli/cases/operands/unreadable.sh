# Root may read everything, so: a path through a file, and a directory where the log should be.
echo > file; mkdir -p run/events.jsonl
ssdetect file/log.jsonl run
