#!/usr/bin/env python3
"""Measures the peak resident memory of ssdetect as runs grow in requests and in text; prints the table of README.

usage: bench_memory.py BUILD

The logs are generated into a pipe. Where a log is too large for --max-memory, the largest distance of any percentile from
that of the same log with room for everything is shown.
"""
import json
import subprocess
import sys
import tempfile

PERCENTILES = ("p50_ns", "p90_ns", "p95_ns", "p99_ns", "p99_9_ns")


def run(build, log, options):
    """The JSON of a run and its peak RSS in MB (1e6 bytes)."""
    with tempfile.NamedTemporaryFile("r") as figures:
        maker = subprocess.Popen([f"{build}/make-log", *log], stdout=subprocess.PIPE)
        done = subprocess.run(["/usr/bin/time", "-o", figures.name, "-f", "%M", f"{build}/ssdetect", "--json", *options],
                              stdin=maker.stdout, stdout=subprocess.PIPE)
        maker.stdout.close()
        maker.wait()
        return json.loads(done.stdout), int(figures.read().split()[-1]) * 1024 / 1e6


def percentiles(report):
    blocks = [report["total"], report["steady_state"]]
    return [block[metric][p] for block in blocks for metric in ("ttft", "tpot", "latency") for p in PERCENTILES]


def row(build, name, log, options=(), compare=False):
    report, megabytes = run(build, log, options)
    compacted = report["run"]["compacted"]
    error = ""
    if compare and compacted:
        exact, _ = run(build, log, [*options, "--max-memory", "64G"])
        pairs = zip(percentiles(report), percentiles(exact))
        error = f"{100 * max(abs(found - value) / value for found, value in pairs):.3f} %"
    share = f"{100 * compacted['requests'] / report['run']['issued']:.0f} %" if compacted else "none"
    print(f"| {name} | {report['input']['bytes'] / 1e9:.2f} | {megabytes:.0f} | {share} | {error} |", flush=True)


def main():
    build = sys.argv[1]
    steady = ["--scenario", "steady", "--request-cov", "0.2", "--requests"]
    sized = ["--superpass-size", "2000"]
    print("\n| log | GB | peak MB | compacted | largest error of a percentile |")
    print("|---|---|---|---|---|")
    for length in (40, 400):
        row(build, f"50,000 requests, outputs of {length} words", [*steady, "50000", "--output", "text", "--tokens", str(length)],
            ["--tokens", "words"])
    row(build, "500,000 requests", [*steady, "500000"], sized)
    row(build, "2,000,000 requests", [*steady, "2000000"], sized)
    row(build, "2,000,000 requests, `--max-memory 64M`", [*steady, "2000000"], [*sized, "--max-memory", "64M"], compare=True)
    row(build, "10,000,000 requests", [*steady, "10000000"], sized, compare=True)
    row(build, "50,000,000 requests", [*steady, "50000000"], sized, compare=True)


main()
