# A result that does not fit into a pipe which was made non-blocking is written all the same, and so are messages.
make-log --scenario demo --superpass-size 4 > log.jsonl
cat > slowly.py <<'PY'
import os, subprocess, sys, time
out, into = os.pipe()
os.set_blocking(into, False)
which = {sys.argv[1]: into}
child = subprocess.Popen(sys.argv[2:], **which)
os.close(into)
while True:
    time.sleep(0.01)
    piece = os.read(out, 20000)
    if not piece:
        break
    os.write(1, piece)
sys.exit(child.wait())
PY
ssdetect --json --superpass-size 4 log.jsonl > want
[ "$(wc -c < want)" -gt 100000 ] && echo 'more than a pipe holds'
python3 slowly.py stdout ssdetect --json --superpass-size 4 log.jsonl | cmp - want && echo 'the same'
names=$(for ((i = 0; i < 200; ++i)); do printf 'missing-%0500d\n' $i; done)
python3 slowly.py stderr ssdetect -q $names > out; echo "exit $?, $(wc -l < out) lines"
