"""Runs tests/cli/cases/GROUP/NAME.sh, each in a fresh directory with ssdetect and make-log in PATH.

Beside a case lie what it must print and how it must end: NAME.stdout.exact or NAME.stdout.glob, the same for stderr
(neither: it must print nothing there), and NAME.exit (default 0). A .glob is matched line by line: `*` stands for
anything within a line, a line `...` for any number of lines.
A case that prints `SKIP: why` on stderr and ends with 77 is skipped. Whatever JSON it prints on stdout, or leaves
behind in files *.json, is held against the contract.
"""
import concurrent.futures
import difflib
import fnmatch
import glob
import os
import re
import subprocess
import sys
import tempfile

import contract

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
SKIPPED = 77
SECONDS = 300


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def matches(patterns, lines):
    """Does the list of patterns match all lines? Classic two-way recursion over `...`, as a loop over states."""
    states = {0}
    for line in lines:
        states |= {s + 1 for s in states if s < len(patterns) and patterns[s] == "..."}
        stays = {s for s in states if s < len(patterns) and patterns[s] == "..."}
        moves = {s + 1 for s in states if s < len(patterns) and patterns[s] != "..." and
                 fnmatch.fnmatchcase(line, patterns[s].replace("[", "[[]"))}
        states = stays | moves
    states |= {s + 1 for s in states if s < len(patterns) and patterns[s] == "..."}
    return len(patterns) in states


class Case:
    def __init__(self, script):
        self.script = script
        self.base = script[:-len(".sh")]
        self.name = os.path.relpath(self.base, CASES)

    def expected(self, kind):
        path = f"{self.base}.{kind}"
        return read(path) if os.path.exists(path) else None

    def run(self):
        """Runs it and fills in faults or skipped."""
        self.faults, self.skipped = [], None
        with tempfile.TemporaryDirectory(prefix="ssdetect-case.") as folder:
            done = subprocess.run(["bash", self.script], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS)
            self.out, self.err = (text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr))
            self.code = done.returncode
            if self.code == SKIPPED:
                self.skipped = self.err.strip()
                return self
            self.check_json(folder)
        return self

    def check_json(self, folder):
        texts = [("stdout", self.out)]
        texts += [(os.path.basename(path), read(path)) for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
        for name, text in texts:
            if text.startswith('{"schema"') or text.startswith('{\n  "schema"'):
                self.faults += [f"{name}: {fault}" for fault in contract.faults_of_text(text)]

    def check_output(self):
        for stream, got in (("stdout", self.out), ("stderr", self.err)):
            pattern = self.expected(stream + ".glob")
            want = self.expected(stream + ".exact")
            if pattern is not None:
                if not matches(pattern.splitlines(), got.splitlines()):
                    self.faults.append(f"{stream} does not match:\n{pattern}--- it is:\n{got}")
            elif got != (want or ""):
                self.faults.append(f"{stream} differs:\n" + difference(want or "", got))
        code = int(self.expected("exit") or 0)
        if self.code != code:
            self.faults.append(f"exit code {self.code}, not {code}")

    def refresh(self):
        for stream, got in (("stdout", self.out), ("stderr", self.err)):
            path = f"{self.base}.{stream}.exact"
            if os.path.exists(f"{self.base}.{stream}.glob"):
                continue
            write_or_remove(path, got)
        write_or_remove(self.base + ".exit", f"{self.code}\n" if self.code else "")


def write_or_remove(path, text):
    if text:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    elif os.path.exists(path):
        os.remove(path)


def difference(want, got):
    lines = difflib.unified_diff(want.splitlines(), got.splitlines(), "expected", "got", lineterm="")
    return "\n".join(re.sub(r"[\udc80-\udcff]", "?", line) for line in lines)


def environment():
    clean = {"PATH": f"{os.environ['BUILD']}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
             "SHARED": os.environ.get("SHARED", ""), "CASES": CASES}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"):
        if name in os.environ:
            clean[name] = os.environ[name]
    return clean


def main(arguments):
    refresh = "--refresh" in arguments
    names = [name for name in arguments if not name.startswith("--")]
    scripts = sorted(glob.glob(os.path.join(CASES, "*", "*.sh")))
    cases = [case for case in map(Case, scripts) if not names or any(case.name.startswith(name) for name in names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        finished = list(pool.map(Case.run, cases))
    passed = failed = 0
    for case in finished:
        if case.skipped is not None:
            print(f"{case.name}: skipped: {case.skipped}")
            continue
        if refresh:
            case.refresh()
        case.check_output()
        passed, failed = passed + (not case.faults), failed + bool(case.faults)
        for fault in case.faults:
            print(f"FAIL {case.name}: {fault}".encode("utf-8", "replace").decode())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
