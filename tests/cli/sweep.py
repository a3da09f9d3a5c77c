"""Every scenario of make-log, in every preset, token source and duration rule: the JSON keeps its contract, each
rendering works, jsonl says the same as json, and the keys stand in one order everywhere."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import contract

BUILD = os.environ["BUILD"]
SSDETECT, MAKE_LOG = (os.path.join(BUILD, name) for name in ("ssdetect", "make-log"))
OPTIONS = [[], ["--preset", "reference"], ["--no-min-duration"], ["--preset", "reference", "--no-min-duration"],
           ["--superpass-size", "7"], ["--superpass-size", "3000"], ["--warmup", "0"], ["--warmup", "100000"],
           ["--tokens", "words"], ["--tokens", "chunks"], ["--tokens", "bytes"],
           ["--mode", "concurrency"], ["--mode", "poisson"], ["--mode", "offline"], ["--mode", "agentic"]]
# Scenarios with text, so that the token sources have something to count; and tiny runs.
MORE = [["--scenario", "demo", "--requests", "600", "--output", kind]
        for kind in ("none", "counted", "text", "chunks", "plain", "reasoning")]
MORE += [["--scenario", "steady", "--requests", str(n)] for n in (1, 2, 3, 49, 51, 210)]
CODES = {"steady": 0, "anomaly": 0, "drifting_up": 0, "drifting_down": 0, "not_found": 1, "not_assessable": 4,
         "unsupported": 4}


def scenarios():
    text = subprocess.run([MAKE_LOG, "--help"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return re.findall(r"^  ([a-z-]+) ", text.split("scenarios:")[1], re.M)


def run(log, *options):
    done = subprocess.run([SSDETECT, *options, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr


def faults_of_run(log, options):
    code, text, errors = run(log, "--output", "jsonl", *options)
    if errors:
        yield f"stderr: {errors}"
    yield from contract.faults_of_text(text)
    if not text.endswith("}\n") or text.count("\n") != 1:
        yield "jsonl is not one line"
        return
    answer = json.loads(text)
    if code != CODES.get(answer["verdict"]):
        yield f"verdict {answer['verdict']} with exit code {code}"


def faults_of_renderings(log):
    answer = json.loads(run(log, "--output", "jsonl")[1])
    if json.loads(run(log, "--json")[1]) != answer:
        yield "json and jsonl differ"
    header, row = (line.split("\t") for line in run(log, "--output", "tsv")[1].splitlines())
    cells = dict(zip(header, row))
    if len(header) != len(row) or cells["verdict"] != answer["verdict"]:
        yield f"the tsv row is wrong: {cells}"
    text = run(log, "--verbose")[1]
    if answer["verdict"].replace("_", " ").upper() not in text.splitlines()[0]:
        yield f"the first line of the text lacks the verdict: {text.splitlines()[0]}"
    yield from (f"the text says {word}" for word in re.findall(r"\b(?:nan|inf|null|[0-9]{25,})\b", text))
    # The name of the log may be long; all other lines fit.
    yield from (f"too wide: {line}" for line in text.splitlines()[1:] if len(line) > 80)


def faults_of_log(arguments):
    with tempfile.NamedTemporaryFile(prefix="ssdetect-sweep.", suffix=".jsonl") as log:
        subprocess.run([MAKE_LOG, *arguments], stdout=log, check=True)
        faults = [(options, fault) for options in OPTIONS for fault in faults_of_run(log.name, options)]
        faults += [(["renderings"], fault) for fault in faults_of_renderings(log.name)]
        keys = list(json.loads(run(log.name, "--json")[1]))
    return arguments, faults, keys


def main():
    logs = [["--scenario", name] for name in scenarios()] + MORE
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(faults_of_log, logs))
    failed = 0
    for arguments, faults, keys in results:
        if [key for key in keys if key in results[0][2]] != [key for key in results[0][2] if key in keys]:
            faults.append(([], "its keys stand in another order"))
        failed += bool(faults)
        for options, fault in faults:
            print(f"FAIL {' '.join(arguments)} | {' '.join(options)}: {fault}")
    print(f"{len(logs) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
