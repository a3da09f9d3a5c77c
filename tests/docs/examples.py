"""Runs the examples of README.md and ssdetect.1 and compares their output, byte by byte.

    examples.py BINARIES FILE [--refresh]

An example is a fenced `console` block (README) or a `.Bd -literal` block in EXAMPLES (manual page): lines that begin
with `$ ` are commands (`> ` continues one), the others their output, standard error included. A block below a comment
with the words `not run` (`<!-- not run -->`, `.\\" not run`) is left alone. In a manual page a command without output
must only succeed. All blocks of a file run in one directory, where `build/` holds the binaries; the manual page
finds ssdetect on the PATH and the logs of tests/docs/fixture.sh beside it. --refresh writes the real outputs into the
file instead.
"""

import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Form:
    """How examples stand in one kind of file."""

    def __init__(self, path):
        self.is_page = path.suffix != ".md"

    def opens(self, line):
        return line.startswith(".Bd -literal") if self.is_page else line == "```console"

    def closes(self, line):
        return line == (".Ed" if self.is_page else "```")

    def is_excuse(self, line):
        return "not run" in line and line.startswith('.\\"' if self.is_page else "<!--")

    def shown(self, line):
        """A line of output as the file writes it."""
        if not self.is_page:
            return line
        line = line.replace("\\", "\\e")
        return "\\&" + line if line[:1] in (".", "'") else line

    def typed(self, line):
        """A line of a command as the reader of the file types it."""
        return line.replace("\\e", "\\") if self.is_page else line


def read(path, form):
    """Lines of the file as a list of plain lines and, in their place, blocks (lists of [command, outputs])."""
    parts, block, excused = [], None, False
    for line in path.read_text().splitlines():
        if block is None:
            parts.append(line)
            if form.opens(line) and not excused:
                block = []
            excused = form.is_excuse(line) or (excused and not line.strip())
        elif form.closes(line):
            parts += [block, line]
            block = None
        elif line.startswith("$ "):
            block.append([[line], []])
        elif line.startswith("> ") and block and not block[-1][1]:
            block[-1][0].append(line)
        elif block:
            block[-1][1].append(line)
        else:
            raise SystemExit(f"{path.name}: an example begins with `{line}`, not with `$ `")
    return parts


def run(command, folder, environment):
    script = "\n".join(line[2:] for line in command)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace").splitlines()


def prepare(folder, binaries):
    (folder / "build").symlink_to(binaries)
    environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    subprocess.run(["bash", "-e", str(HERE / "fixture.sh")], cwd=folder, env=environment, check=True)
    return environment


def main():
    binaries, path = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    refresh = "--refresh" in sys.argv
    form, good, bad = Form(path), 0, 0
    parts = read(path, form)
    with tempfile.TemporaryDirectory() as temporary:
        environment = prepare(Path(temporary), binaries)
        for example in (one for part in parts if isinstance(part, list) for one in part):
            command, wanted = example
            status, lines = run([form.typed(line) for line in command], temporary, environment)
            got = [form.shown(line) for line in lines]
            silent_failure = status != 0 and not got
            if got == wanted and not silent_failure:
                good += 1
                continue
            bad += 1
            print(f"{path.name}: another output (exit {status}) of\n  " + "\n  ".join(command))
            print("\n".join(difflib.unified_diff(wanted, got, "documented", "real", lineterm="")))
            example[1] = got
    if good + bad == 0:
        raise SystemExit(f"{path.name}: no example found")
    if refresh:
        lines = []
        for part in parts:
            lines += [part] if isinstance(part, str) else [line for one in part for half in one for line in half]
        path.write_text("\n".join(lines) + "\n")
    print(f"examples of {path.name}: {good} passed, {bad} failed")
    sys.exit(bad > 0 and not refresh)


main()
