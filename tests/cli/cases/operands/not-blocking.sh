# Whoever else has the same pipe may have made it non-blocking: input is waited for all the same, compressed or not.
make-log --scenario demo --requests 600 > log.jsonl
cat > through.py <<'PY'
import os, subprocess, sys, time
log = open(sys.argv[1], "rb").read()
out, into = os.pipe()
os.set_blocking(out, False)
child = subprocess.Popen(sys.argv[2:], stdin=out)
os.close(out)
for i in range(0, len(log), len(log) // 3):
    time.sleep(0.1)
    os.write(into, log[i:i + 3]), time.sleep(0.05)
    with open(into, "wb", closefd=False) as pipe:
        pipe.write(log[i + 3:i + len(log) // 3])
os.close(into)
sys.exit(child.wait())
PY
ssdetect -q - < log.jsonl | tee want
python3 through.py log.jsonl ssdetect -q - | cmp - want && echo 'the same'
gzip -k log.jsonl
python3 through.py log.jsonl.gz ssdetect -q - | cmp - want && echo 'the same'
