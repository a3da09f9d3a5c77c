"""Compares what the documents say with what the program does, both ways; names every entry that is missing.

    compare.py BINARIES
"""

import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import documents

BINARIES = Path(sys.argv[1]).resolve()
SSDETECT, MAKE_LOG = str(BINARIES / "ssdetect"), str(BINARIES / "make-log")
SOURCE = documents.ROOT / "src"
good, bad = 0, 0

# Runs that between them print every key: what make-log is asked for, then what ssdetect is.
RUNS = [
    ("--scenario demo", ""),
    ("--scenario staircase-up", ""),
    ("--scenario short-plateaus", ""),
    ("--scenario interrupted", ""),
    ("--scenario poisson", ""),
    ("--scenario poisson-overload", ""),
    ("--scenario poisson-overload", "--mode concurrency --no-min-duration"),  # TTFT drifts in the window
    ("--scenario offline", ""),
    ("--scenario agentic", ""),
    ("--scenario no-tokens", ""),
    ("--scenario steady --format aiperf --inter-chunk-latency", ""),  # with ISL
    ("--scenario short-plateaus --format aiperf", ""),
    ("--output text --requests 2000", "--token-command 'jq length' --token-sample 5"),
]


def check(what, faults):
    global good, bad
    if not faults:
        good += 1
        return
    bad += 1
    print(f"{what}:")
    for fault in faults:
        print(f"  {fault}")


def both_ways(what, documented, real, where):
    faults = [f"{one}: not in {where}" for one in sorted(set(real) - set(documented))]
    faults += [f"{one}: in {where}, but not in the program" for one in sorted(set(documented) - set(real))]
    check(what, faults)


def output_of(*command, status=None):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if status is not None and done.returncode != status:
        check(" ".join(command), [f"exit {done.returncode}, {done.stderr.decode()}"])
    return done.stdout.decode()


# --- Options ---


def help_options():
    """{name: (letter, placeholder, choices)} from --help."""
    found, name = {}, None
    for line in output_of(SSDETECT, "--help", status=0).splitlines():
        option = re.match(r"  (?:-(\w), |    )--([a-z][a-z0-9-]*)(?: ([A-Z]\S*))?(?:  .*)?$", line)
        choices = re.match(r" {20,}\(([^()]*)\)$", line)
        if option:
            name = option[2]
            found[name] = (option[1] or "", option[3] or "", [])
        elif choices and name:
            found[name][2].extend(choices[1].split())
    return found


def check_options():
    real, documented = help_options(), documents.options()
    both_ways("options", documented, real, "ssdetect.1")
    faults = []
    for name in sorted(set(real) & set(documented)):
        letter, value, choices = real[name]
        if (letter, value) != documented[name][:2]:
            faults.append(f"--{name}: letter and value are {real[name][:2]}, ssdetect.1 says {documented[name][:2]}")
        text = documented[name][2]
        words = set(re.findall(r"[\w=-]+", text))
        faults += [f"--{name}: ssdetect.1 does not name {one}" for one in choices if one not in words]
    check("letters, values and choices of options", faults)
    for page in (documents.MAN1, documents.MAN5, documents.README):
        elsewhere = {"request", "output-details", "save-detailed"}  # the benchmark clients'
        if page == documents.README:
            elsewhere |= {"scenario", "sshlogin"}  # make-log's, parallel's
        unknown = documents.mentioned_options(page) - set(real) - elsewhere
        check(f"options named in {page.name}", [f"--{one}: there is no such option" for one in sorted(unknown)])


# --- JSON, TSV and names ---


def leaves(value, path=""):
    """(path, whether the value is empty: null, {} or []) of everything that holds nothing further."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
        for one in value:
            yield from leaves(one, path + "[]")
    else:
        yield path, value is None or value == [] or value == {}


def real_paths(folder):
    found = {}
    for number, (plan, options) in enumerate(RUNS):
        log = folder / f"{number}.jsonl"
        log.write_text(output_of(MAKE_LOG, *plan.split(), status=0))
        printed = output_of(SSDETECT, "--output", "jsonl", *shlex.split(options), str(log))
        for line in printed.splitlines():
            for path, is_empty in leaves(json.loads(line)):
                found[path] = found.get(path, True) and is_empty
    for path, _ in leaves(json.loads(output_of(SSDETECT, "--json", str(folder / "missing"), status=3))):
        found[path] = found.get(path, False)
    return found


def is_within(path, outer):
    return path.startswith(outer + ".") or path.startswith(outer + "[]")


def check_json(folder):
    found, documented = real_paths(folder), documents.json_paths()
    # A block that is empty in one run and full in another stands for what is in it.
    real = {path for path, is_empty in found.items()
            if not (is_empty and any(is_within(other, path) for other in found))}
    blocks = {path for path in documented if any(is_within(other, path) for other in real)}
    both_ways("JSON keys", documented - blocks, real, "ssdetect.5, JSON OUTPUT")


def check_run_report(folder):
    """The keys of the member that --report adds, beside those of the steady_state block."""
    (folder / "report.json").write_text("{}")
    log = str(folder / "0.jsonl")
    member = json.loads(output_of(SSDETECT, "--report", str(folder / "report.json"), log, status=0))["steady_state"]
    block = json.loads(output_of(SSDETECT, "--json", log, status=0))["steady_state"]
    words = [line.split()[1:] for line in documents.section(documents.MAN5, "RUN REPORT") if line.startswith(".Va ")]
    documented = {word for line in words for word in line if re.fullmatch(r"[a-z_]+", word)} - {"steady_state"}
    both_ways("keys of the run report's member", documented, set(member) - set(block), "ssdetect.5, RUN REPORT")


def enum_names(function_file, function):
    """The strings of a name_of switch or table."""
    text = (SOURCE / function_file).read_text()
    body = text[text.index(function) :]
    body = body[: body.index("\n}\n")]
    return re.findall(r'"([a-z_0-9]+)"', body)


def check_names(folder):
    columns = output_of(SSDETECT, "--output", "tsv", str(folder / "0.jsonl"), status=0).splitlines()[0].split("\t")
    documented = documents.named_in("TSV OUTPUT")
    both_ways("TSV columns", documented, columns, "ssdetect.5, TSV OUTPUT")
    check("order of the TSV columns", [] if documented == columns else [f"real: {columns}", f"page: {documented}"])
    # The codes of warnings: tests/report/warnings_test.cpp.
    for title, file, function in [("VERDICTS", "steady/verdict.cpp", "name_of(Verdict"),
                                  ("COVERAGE", "steady/verdict.cpp", "name_of(CoverageStatus")]:
        both_ways(title.lower(), documents.named_in(title), enum_names(file, function), f"ssdetect.5, {title}")


# --- The house ---


def stems(folder):
    return {file.stem for file in folder.iterdir() if file.suffix in (".h", ".cpp")}


def check_house():
    drawn = documents.house()
    folders = {"": SOURCE} | {one.name: one for one in SOURCE.iterdir() if one.is_dir()}
    both_ways("folders of the house", [one or "src" for one in drawn], [one or "src" for one in folders],
              "README.md, last section")
    for name in sorted(set(drawn) & set(folders)):
        both_ways(f"files of src/{name}", drawn[name], stems(folders[name]), "README.md, last section")
    order = [one for one in drawn if one]
    faults = []
    for file in sorted(SOURCE.glob("*/*")):
        for included in re.findall(r'^#include "([a-z]+)/', file.read_text(), re.M):
            here = file.parent.name
            if {included, here} <= set(order) and order.index(included) > order.index(here):
                faults.append(f"{here}/{file.name} includes {included}/, which README draws further down")
    check("direction of flow", faults)


with tempfile.TemporaryDirectory() as temporary:
    check_options()
    check_json(Path(temporary))
    check_run_report(Path(temporary))
    check_names(Path(temporary))
    check_house()
print(f"documents against the program: {good} passed, {bad} failed")
sys.exit(bad > 0)
