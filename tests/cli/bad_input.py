"""Logs as they should not be. Each is made from one good log (40 super-passes, a steady window) by a small change, and
the answer is compared with the good one: equal where the change must not hurt, else exactly as different as it may be.
Every log also has to end with an exit code of at most 4, without a crash, and with JSON that keeps its contract.
"""
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import contract

BUILD = os.environ["BUILD"]
SSDETECT, MAKE_LOG = (os.path.join(BUILD, name) for name in ("ssdetect", "make-log"))
OPTIONS = ["--json", "--superpass-size", "50"]
MIB = 1 << 20


class Answer:
    def __init__(self, code, out, err):
        self.code, self.text = code, err.decode("utf-8", "replace")
        self.faults = [] if 0 <= code <= 4 else [f"exit code {code}: {self.text[:2000]}"]
        self.faults += contract.faults_of_text(out.decode())
        self.json = json.loads(out) if not self.faults and out else {}

    def input(self, key):
        return self.json["input"][key]


def run_on_file(log, options):
    with tempfile.TemporaryFile() as file:
        file.write(log)
        file.seek(0)
        done = subprocess.run([SSDETECT, *OPTIONS, *options], stdin=file, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    return Answer(done.returncode, done.stdout, done.stderr)


def run_on_pipe(pieces, options):
    process = subprocess.Popen([SSDETECT, *OPTIONS, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    try:
        for piece in pieces:
            process.stdin.write(piece)
    except BrokenPipeError:
        pass
    out, err = process.communicate()
    return Answer(process.returncode, out, err)


GOOD = subprocess.run([MAKE_LOG, "--scenario", "steady", "--output", "counted", "--tokens", "40", "--tpot-ms", "250"],
                      stdout=subprocess.PIPE, check=True).stdout
LINES = GOOD.splitlines(keepends=True)
WHERE = len(LINES) // 2  # in the middle of the window


def insert(*lines):
    return b"".join(LINES[:WHERE] + [line + b"\n" for line in lines] + LINES[WHERE:])


def change(pattern, replacement, which=lambda line: True, most=None):
    """Changes up to `most` lines after the middle."""
    lines, left = list(LINES), most if most is not None else len(LINES)
    for i in range(WHERE, len(lines)):
        if left and which(lines[i]):
            lines[i], n = re.subn(pattern, replacement, lines[i], count=1)
            left -= n > 0
    return b"".join(lines)


def is_complete(line):
    return b'"sample.complete"' in line


BASE = run_on_file(GOOD, ())


def without_input(answer):
    return {key: value for key, value in answer.json.items() if key not in ("input", "warnings")}


def same(answer, **input_facts):
    """Faults: the answer must be that of the good log, but for what is said about the input."""
    faults = list(answer.faults)
    if not faults and answer.code != BASE.code:
        faults.append(f"exit code {answer.code}: {answer.text}")
    if not faults and without_input(answer) != without_input(BASE):
        keys = [key for key in BASE.json if key not in ("input", "warnings") and answer.json.get(key) != BASE.json[key]]
        faults.append(f"another answer in {keys}")
    for key, want in {"malformed_lines": 0, "partial": False, "ignored_events": 0, **input_facts}.items():
        if not faults and answer.input(key) != want:
            faults.append(f"input.{key} is {answer.input(key)}, not {want}")
    return faults


def malformed(answer, count, reason):
    faults = same(answer, malformed_lines=count)
    if not faults and reason not in answer.input("first_malformed")[0]["reason"]:
        faults.append(f"the reason is {answer.input('first_malformed')[0]['reason']}")
    if not faults and answer.input("first_malformed")[0]["line"] != WHERE + 1:
        faults.append(f"the line is {answer.input('first_malformed')[0]['line']}, not {WHERE + 1}")
    return faults


def refused(answer, text):
    faults = list(answer.faults)
    if answer.code != 3 or text not in answer.text or not re.search("^ssdetect: ", answer.text, re.M):
        faults.append(f"exit code {answer.code}, {answer.text}")
    return faults


def count(answer, key, want):
    got = answer.json.get("run", {}).get(key)
    return answer.faults + ([] if got == want else [f"run.{key} is {got}, not {want}"])


def event(kind, at, uuid='"x"', more=""):
    return f'{{"event_type":"{kind}","timestamp_ns":{at},"sample_uuid":{uuid}{more}}}'.encode()


# --- What must not hurt ---

def test_crlf():
    return same(run_on_file(GOOD.replace(b"\n", b"\r\n"), ()))


def test_byte_order_mark():
    return same(run_on_file(b"\xef\xbb\xbf" + GOOD, ()))


def test_blank_lines():
    return same(run_on_file(b"\n \t\r\n" + insert(b"", b"   ", b"\r"), ()))


def test_no_newline_at_the_end():
    return same(run_on_file(GOOD[:-1], ()))


def test_in_pieces():
    return same(run_on_pipe([GOOD[i:i + 9973] for i in range(0, len(GOOD), 9973)], ()))


def test_unknown_types_and_keys():
    log = insert(b'{"event_type":"gpu.sample","timestamp_ns":1}', b'{"event_type":"x","timestamp_ns":1,"data":{"a":[1]}}',
                 b'{"event_type":"error.generic","timestamp_ns":1,"data":["ErrorData","E"]}')
    return same(run_on_file(log.replace(b'"timestamp_ns"', b'"new_key":{"event_type":1},"timestamp_ns"'), ()),
                ignored_events=3)


def test_duplicate_keys_last_wins():
    log = GOOD.replace(b'"timestamp_ns":', b'"timestamp_ns":5,"event_type":"x","timestamp_ns":')
    # The type stands first in the line: put the true one behind.
    log = re.sub(rb'^\{"event_type":("[^"]*")(.*)\}$', rb'{"event_type":"no"\2,"event_type":\1}', log, flags=re.M)
    return same(run_on_file(log, ()))


def test_invalid_utf8_in_a_text_counts():
    log = change(rb'\["TextModelOutput",\["', b'["TextModelOutput",["\xff\xc3\x28\xed\xa0\x80', is_complete, 20)
    answer = run_on_file(log, ())
    faults = same(answer, repaired_utf8_lines=20)
    return faults


def test_escaped_keys():
    return same(run_on_file(GOOD.replace(b'"sample_uuid"', b'"sample\\u005fuuid"'), ()))


def test_later_chunks():
    log = re.sub(rb'^(\{"event_type":"sample\.)recv_first(".*)$', rb'\1recv_first\2' + b"\n" + rb'\1recv_non_first\2', GOOD,
                 flags=re.M)
    return same(run_on_file(log, ()))


# --- What costs its own line and nothing else ---

def test_no_json():
    return malformed(run_on_file(insert(b"xyz"), ()), 1, "not valid JSON")


def test_binary_garbage():
    garbage = bytes(random.Random(1).randrange(256) for _ in range(20000)).replace(b"\n", b"")
    return malformed(run_on_file(insert(garbage), ()), 1, "not valid JSON")


def test_nul_bytes():
    return malformed(run_on_file(insert(b"\0" * 1000, b'{"event_type":"a\0b"}'), ()), 2, "not valid JSON")


def test_unclosed_string():
    return malformed(run_on_file(insert(b'{"event_type":"sample.issued'), ()), 1, "not valid JSON")


def test_no_object():
    return malformed(run_on_file(insert(b"[1]", b"3", b"null", b'"x"'), ()), 4, "no JSON object")


def test_deep_nesting():
    deep = b"[" * 100000 + b"]" * 100000
    objects = b'{"a":' * 100000 + b"1" + b"}" * 100000
    log = insert(b'{"event_type":"x","timestamp_ns":1,"data":' + deep + b"}", objects, b"[" * 100000)
    return malformed(run_on_file(log, ()), 3, "not valid JSON")


def bad_time(value, reason):
    return malformed(run_on_file(insert(event("sample.issued", value)), ()), 1, reason)


def test_time_as_a_string():
    return bad_time('"5"', "not an integer")


def test_time_as_a_float():
    return bad_time("1.5", "not an integer") + bad_time("1e9", "not an integer") + bad_time("5.0", "not an integer")


def test_time_beyond_64_bits():
    return bad_time("9223372036854775808", "does not fit") + bad_time("-9223372036854775809", "does not fit") + \
        bad_time("1" * 400, "does not fit")


def test_time_of_other_kinds():
    return [fault for value in ("null", "true", "[]", "{}", "[5]") for fault in bad_time(value, "not an integer")]


def test_no_time():
    return malformed(run_on_file(insert(b'{"event_type":"sample.issued","sample_uuid":"x"}'), ()), 1, "is missing")


def test_no_uuid():
    lines = [event("sample.complete", 5, uuid) for uuid in ('""', "null", "7", "[]")]
    return malformed(run_on_file(insert(*lines, b'{"event_type":"sample.issued","timestamp_ns":5}'), ()), 5, "sample_uuid")


def test_no_type():
    return malformed(run_on_file(insert(b'{"timestamp_ns":5}', b'{"event_type":5,"timestamp_ns":5}'), ()), 2, "event_type")


def test_long_line():
    """200 MB of text in one line are read; the request counts like any other."""
    at = next(i for i in range(WHERE, len(LINES)) if is_complete(LINES[i]))
    cut = LINES[at].index(b'["TextModelOutput",["') + len(b'["TextModelOutput",["')
    pieces = LINES[:at] + [LINES[at][:cut]] + [b"long " * (MIB // 5)] * 200 + [LINES[at][cut:]] + LINES[at + 1:]
    return same(run_on_pipe(pieces, ()))


def test_line_over_256_mib():
    pieces = LINES[:WHERE] + [b'{"a":"'] + [b"x" * MIB] * 257 + [b'"}\n'] + LINES[WHERE:]
    return malformed(run_on_pipe(pieces, ()), 1, "longer than 256 MiB")


def test_bad_counts():
    answers = [run_on_file(change(rb'"output_tokens": ?\d+', b'"output_tokens":' + value, is_complete, 3), ())
               for value in (b"-5", b"1.5", b'"x"', b"1e300", b"99999999999999999999", b"true")]
    faults = [fault for answer in answers for fault in answer.faults + count(answer, "completed", 2000)]
    faults += [f"{answer.input('invalid_token_counts')} invalid counts, not 3" for answer in answers
               if answer.json and answer.input("invalid_token_counts") != 3]
    return faults + [f"verdict {answer.json['verdict']}" for answer in answers if answer.json["verdict"] != "steady"]


def test_huge_counts():
    answer = run_on_file(change(rb'"output_tokens": ?\d+', b'"output_tokens":1000000000000', is_complete, 3), ())
    return answer.faults + count(answer, "completed", 2000)


# --- Order and completeness ---

def test_a_bit_out_of_order():
    """Neighbouring lines swapped where that changes no request's own order: the requests are the same."""
    lines = list(LINES)
    for i in range(1, len(lines) - 2, 2):
        ids = [re.search(rb'"sample_uuid": ?"(\w+)"', line) for line in lines[i:i + 2]]
        both_issued = all(b'"sample.issued"' in line for line in lines[i:i + 2])
        if all(ids) and ids[0][1] != ids[1][1] and not both_issued:
            lines[i], lines[i + 1] = lines[i + 1], lines[i]
    return same(run_on_file(b"".join(lines), ()))


def test_shuffled():
    lines = list(LINES)
    random.Random(2).shuffle(lines)
    answer = run_on_file(b"".join(lines), ("--all-samples",))
    faults = answer.faults + count(answer, "issued", 2000)
    # A first token or completion before its `issued` is one of a request not in flight.
    if not faults and answer.input("orphan_events") == 0:
        faults.append("no orphans in a shuffled log")
    return faults


def test_tracking_markers_missing():
    log = b"".join(line for line in LINES if b"tracking" not in line)
    return refused(run_on_file(log, ()), "--all-samples") + same(run_on_file(log, ("--all-samples",)))


def test_no_session_ended():
    log = b"".join(line for line in LINES if b"session.ended" not in line)
    return same(run_on_file(log, ()), partial=True)


def test_truncated_in_the_middle():
    rng, faults = random.Random(3), []
    for size in sorted(rng.randrange(len(GOOD)) for _ in range(40)):
        answer = run_on_file(GOOD[:size], ())
        faults += answer.faults
        if answer.json.get("verdict") and not answer.input("partial"):
            faults.append(f"cut at {size}, but not partial")
    return faults


def test_orphans_and_untracked():
    lines = [event("sample.recv_first", 5), event("sample.complete", 6), event("error.generic", 7)]
    return same(run_on_file(insert(*lines), ()), orphan_events=3)


# --- Inputs that are no logs ---

def test_empty():
    return refused(run_on_file(b"", ()), "the input is empty")


def test_blank():
    return refused(run_on_file(b" \n\n\t\r\n", ()), "none of the known formats") + \
        refused(run_on_file(b"\n" * 100000, ()), "none of the known formats")


def test_only_garbage():
    rng = random.Random(4)
    return [fault for size in (1, 100, 100000)
            for fault in refused(run_on_file(b"\x01" + bytes(rng.randrange(256) for _ in range(size)), ()),
                                 "none of the known formats")]


def test_nul_file():
    return refused(run_on_file(b"\0" * MIB, ()), "none of the known formats")


def test_one_endless_line():
    return refused(run_on_pipe([b"x" * MIB] * 300, ()), "none of the known formats")


def test_damaged_compression():
    packed = subprocess.run(["gzip", "-c"], input=GOOD, stdout=subprocess.PIPE, check=True).stdout
    return refused(run_on_file(packed[:len(packed) // 2], ()), "gzip") + same(run_on_file(packed, ()))


# --- Extreme but legal ---

def tiny_log(times):
    """(issued, first, completed) of each request."""
    lines = [b'{"event_type":"session.start_performance_tracking","timestamp_ns":0}']
    for i, (issued, first, completed) in enumerate(times):
        lines += [event("sample.issued", issued, f'"{i}"'), event("sample.recv_first", first, f'"{i}"'),
                  event("sample.complete", completed, f'"{i}"', ',"output_tokens":11')]
    return b"\n".join(lines + [b'{"event_type":"session.ended","timestamp_ns":0}', b""])


LEAST, MOST = -2 ** 63, 2 ** 63 - 1


def test_one_request():
    answer = run_on_file(tiny_log([(0, 10, 10**9)]), ())
    faults = answer.faults + count(answer, "issued", 1)
    return faults + ([] if answer.code == 1 else [f"exit code {answer.code}"])


def test_all_at_one_time():
    faults = []
    for n in (1, 49, 300):
        for at in (0, LEAST, MOST, 7):
            answer = run_on_file(tiny_log([(at, at, at)] * n), ("--superpass-size", "10"))
            faults += answer.faults + count(answer, "completed", n)
    return faults


def test_extreme_times():
    faults = []
    for times in ([(LEAST, 0, MOST)] * 60, [(MOST, 0, LEAST)] * 60, [(LEAST, LEAST, MOST)] * 60, [(LEAST, MOST, MOST)] * 60,
                  [(LEAST, 0, 10), (MOST - 5, MOST, MOST)] * 60, [(0, -5, MOST), (LEAST, MOST, 5)] * 60):
        for options in ((), ("--preset", "reference"), ("--superpass-size", "1", "--no-min-duration"),
                        ("--mode", "offline"), ("--mode", "poisson")):
            answer = run_on_file(tiny_log(times), options)
            faults += [f"{times[0]} {options}: {fault}" for fault in answer.faults + count(answer, "issued", len(times))]
    return faults


def test_negative_times_are_times():
    shift = 10 ** 18
    log = re.sub(rb'"timestamp_ns": ?(\d+)', lambda m: b'"timestamp_ns":%d' % (int(m[1]) - shift), GOOD)
    return same(run_on_file(log, ()))


def main(names):
    tests = {name: test for name, test in globals().items()
             if name.startswith("test_") and (not names or name in names)}
    if BASE.faults or BASE.json["verdict"] != "steady":
        print(f"the good log is not steady: {BASE.faults}\n0 passed, {len(tests)} failed")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(tests, pool.map(lambda test: test(), tests.values())))
    for name, faults in results.items():
        for fault in faults[:5]:
            print(f"FAIL {name}: {fault[:1500]}")
    failed = sum(bool(faults) for faults in results.values())
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
