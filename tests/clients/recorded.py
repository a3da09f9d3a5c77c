#!/usr/bin/env python3
"""recorded.py SSDETECT: the files that real clients wrote, cut small, against what the server really sent.

tests/data/clients has NAME.json or .jsonl beside NAME.sent.jsonl, the server's log of the same requests. No client
and no network is needed. The last line is "N passed, N failed".
"""
import json
import pathlib
import subprocess
import sys

from check import SCENARIOS, TTFT_MS
from truth import Truth, differences, sent

PLACE = pathlib.Path(__file__).resolve().parents[1] / "data" / "clients"


def check(program, file):
    answer = subprocess.run([program, "--json", file], capture_output=True, text=True)
    if not answer.stdout:
        return [answer.stderr.strip()]
    scenario = next(each for each in SCENARIOS if each.name == file.stem.rsplit("-", 1)[1])
    report = json.loads(answer.stdout)
    found = differences(Truth(sent(file.with_suffix(".sent.jsonl")), TTFT_MS), report, scenario, [])
    # A few requests from the start of a run, without their end, show no mode where the file names none.
    return [words for words in found if report["run"]["mode_source"] != "log" or not words.startswith("mode")]


def main(program):
    files = sorted(file for file in PLACE.glob("*.json*") if not file.name.endswith(".sent.jsonl"))
    failed = 0
    for file in files:
        found = check(program, file)
        failed += bool(found)
        for words in found:
            print(f"{file.name}: {words}")
    if not files:
        print(f"{PLACE} holds no recorded file")
    print(f"{len(files) - failed} passed, {failed + (not files)} failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
