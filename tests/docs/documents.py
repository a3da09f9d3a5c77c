"""What README and the manual pages say, as data: options, key paths, names, examples."""

import itertools
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
README = ROOT / "README.md"
MAN1 = ROOT / "man" / "ssdetect.1"
MAN5 = ROOT / "man" / "ssdetect.5"


def expand_braces(text):
    """`a.{b,c}` -> [`a.b`, `a.c`], as a shell does (not nested)."""
    parts = re.split(r"\{([^{}]*)\}", text)
    choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(one) for one in itertools.product(*choices)]


def section(page, title):
    """The lines of one .Sh section."""
    found, inside = [], False
    for line in page.read_text().splitlines():
        if line.startswith(".Sh "):
            inside = line == f".Sh {title}"
        elif inside:
            found.append(line)
    if not found:
        raise SystemExit(f"{page.name}: there is no section {title}")
    return found


def items(lines, macro):
    """The words of `.It MACRO a , b` lines."""
    for line in lines:
        if line.startswith(f".It {macro} "):
            yield from (word for word in line.split()[2:] if word != ",")


def named_in(title):
    """What a section of ssdetect.5 lists with Sy (names) or Va (columns), in order."""
    lines = section(MAN5, title)
    return list(items(lines, "Sy")) + list(items(lines, "Va"))


def json_paths():
    """Every key path that ssdetect.5 documents: the subsection's titles times its items."""
    paths, prefixes = set(), [""]
    for line in section(MAN5, "JSON OUTPUT"):
        if line.startswith(".Ss "):
            title = line[4:]
            prefixes = [""] if title[0].isupper() else [name + "." for name in title.split(", ")]
        for item in items([line], "Va"):
            paths.update(prefix + one for prefix in prefixes for one in expand_braces(item))
    return paths


def options():
    """{name: (letter or "", placeholder or "", text of the item)} as ssdetect.1 documents them."""
    found, current = {}, None
    pattern = re.compile(r"\.It (?:Fl (\w) , )?Fl -([a-z][a-z0-9-]*)(?: Ar (\S+))?$")
    for line in section(MAN1, "DESCRIPTION"):
        match = pattern.match(line)
        if match:
            current = match[2]
            found[current] = (match[1] or "", match[3] or "", "")
        elif line.startswith(".It Fl"):
            raise SystemExit(f"ssdetect.1: cannot read the option in `{line}`")
        elif current:
            found[current] = (*found[current][:2], found[current][2] + line + "\n")
    return found


def mentioned_options(page):
    """Options named anywhere on a page."""
    text = page.read_text()
    if page == README:
        return set(re.findall(r"(?<![\w-])--([a-z][a-z0-9-]+)", text))
    return set(re.findall(r"\bFl -([a-z][a-z0-9-]+)", text))


def house():
    """{folder of src ("" for src itself): names without suffix} as README's last section draws it."""
    text = README.read_text()
    last = text[text.rindex("\n## ") :]
    drawing = re.search(r"```text\n(.*?)```", last, re.S)
    if not drawing:
        raise SystemExit("README.md: its last section has no ```text drawing of the house")
    folders, names = {}, set()
    for line in drawing[1].splitlines():
        if line.startswith(" "):
            names.update(one for one in re.split(r"[,\s]+", line) if one)
        elif line:
            folder = line.split()[0].rstrip("/")
            names = folders.setdefault("" if folder == "src" else folder, set())
    return folders
