command -v script > /dev/null || { echo "SKIP: no script(1)" >&2; exit 77; }
script -qec true /dev/null < /dev/null > /dev/null 2>&1 || { echo "SKIP: no pseudo-terminal here" >&2; exit 77; }
export TERM=xterm
make-log --scenario steady > log.jsonl
script -qec 'ssdetect -q log.jsonl' /dev/null < /dev/null | tr -d '\r' | sed 's/\x1b/ESC/g'
NO_COLOR= script -qec 'ssdetect -q log.jsonl' /dev/null < /dev/null | grep -c $'\033\[32m'
NO_COLOR=1 script -qec 'ssdetect -q log.jsonl' /dev/null < /dev/null | grep -c $'\033\[32m'
TERM=dumb script -qec 'ssdetect -q log.jsonl' /dev/null < /dev/null | grep -c $'\033\[32m'
exit 0
