#!/usr/bin/env python3
"""Measures what the method costs as super-passes grow in number, and how long a start takes; prints the table of README.

usage: bench_method.py BUILD

Logs of 10 requests a super-pass, read from a file with a warm page cache: one level; a step of 6 % in the middle, which
keeps a window admissible long past the step (the dearest shape known); and noise in which no window holds. Seconds end
to end, medians of five interleaved runs. Start-up is a log of 10 lines, the median of 50 runs.
"""
import os
import random
import statistics
import subprocess
import sys
import time

RUNS = 5
STARTS = 50
SIZES = (1_000, 3_000, 10_000, 30_000)
PER_PASS = 10
TOKENS = 11
SHAPES = {
    "flat": lambda i, n, noise: 20e6 * (1 + 0.01 * noise),
    "a step of 6 %": lambda i, n, noise: 20e6 * (1.06 if i >= n // 2 else 1) * (1 + 0.01 * noise),
    "noise": lambda i, n, noise: 20e6 * (1 + 0.2 * noise),
}


def write_log(path, shape, passes):
    rng = random.Random(1)
    line = '{"event_type":"%s","timestamp_ns":%d,"sample_uuid":"%032x"%s}\n'
    with open(path, "w") as log:
        log.write('{"event_type":"session.start_performance_tracking","timestamp_ns":0}\n')
        for request in range(passes * PER_PASS):
            if request % PER_PASS == 0:
                tpot = max(SHAPES[shape](request // PER_PASS, passes, rng.gauss(0, 1)), 1e6)
            issued = 1_000 + 10_000_000 * request
            first = issued + 50_000_000 + rng.randrange(5_000_000)
            completed = first + (TOKENS - 1) * round(tpot * (1 + 0.002 * rng.gauss(0, 1)))
            log.write(line % ("sample.issued", issued, request, ""))
            log.write(line % ("sample.recv_first", first, request, ""))
            log.write(line % ("sample.complete", completed, request, ',"output_tokens":%d' % TOKENS))


def seconds(command):
    start = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def curve(build, shape):
    commands = []
    for passes in SIZES:
        path = os.path.join(build, "bench-method.%s.%d.jsonl" % (shape.replace(" ", "-").replace("%", "percent"), passes))
        write_log(path, shape, passes)
        commands.append([f"{build}/ssdetect", "--json", "--superpass-size", str(PER_PASS), path])
    taken = [[seconds(command) for command in commands] for _ in range(RUNS + 1)][1:]
    return [statistics.median(column) for column in zip(*taken)]


def start_up(build):
    path = os.path.join(build, "bench-method.start.jsonl")
    write_log(path, "flat", 1)
    with open(path) as log:
        lines = log.readlines()[:10]
    with open(path, "w") as log:
        log.writelines(lines)
    return statistics.median(seconds([f"{build}/ssdetect", "--json", path]) for _ in range(STARTS))


def main():
    build = sys.argv[1]
    print("\n| super-passes of 10 | " + " | ".join(f"{size:,}" for size in SIZES) + " |")
    print("|---|" + "---|" * len(SIZES))
    for shape in SHAPES:
        print(f"| {shape}, s | " + " | ".join(f"{value:.2f}" for value in curve(build, shape)) + " |")
    print(f"\nStart-up on a log of 10 lines: {start_up(build) * 1e3:.1f} ms.")


main()
