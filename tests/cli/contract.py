"""Holds what ssdetect prints as JSON against schema/ssdetect-1.schema.json and the rules no schema can say.

`faults_of_text(text)` takes one or more objects, one after another, and returns sentences; empty: all is well.
"""
import json
import os

import jsonschema

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema", "ssdetect-1.schema.json")

with open(SCHEMA, encoding="utf-8") as _file:
    _schema = json.load(_file)
jsonschema.Draft7Validator.check_schema(_schema)
_validators = {kind: jsonschema.Draft7Validator({**_schema, "oneOf": [{"$ref": "#/definitions/" + kind}]})
               for kind in ("answer", "failure")}


def objects_in(text):
    """The objects of a text, and the first thing that is no JSON (NaN included)."""
    def refuse(word):
        raise ValueError(f"{word} is no JSON")
    decoder = json.JSONDecoder(object_pairs_hook=unique, parse_constant=refuse)
    found, at = [], 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if at == len(text):
            return found
        value, at = decoder.raw_decode(text, at)
        found.append(value)


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a key is there twice: {sorted(keys)}")
    return dict(pairs)


def faults_of_text(text):
    try:
        values = objects_in(text)
    except ValueError as fault:
        return [f"not JSON: {fault}"]
    return [fault for value in values for fault in faults_of(value)]


def faults_of(value):
    kind = "failure" if isinstance(value, dict) and "error" in value else "answer"
    faults = []
    for error in _validators[kind].iter_errors(value):
        # Below oneOf the errors of the parts say what is wrong.
        for part in error.context or [error]:
            where = "/".join(map(str, part.absolute_path))
            faults.append(f"schema: /{where}: {part.message[:300]}")
    if kind == "answer" and not faults:
        faults = list(broken_rules(value))
    return faults


def broken_rules(answer):
    yield from rules_of_counts(answer)
    yield from rules_of_ranges(answer)
    yield from rules_of_numbers(answer)
    yield from rules_of_verdict(answer)


def rules_of_counts(answer):
    run, passes, coverage = answer["run"], answer["super_passes"], answer["coverage"]
    if run["issued"] != run["completed"] + run["failed"] + run["in_flight"]:
        yield "issued is not completed + failed + in_flight"
    for key in ("issued", "completed", "failed"):
        if sum(p[key] for p in passes) != run[key]:
            yield f"the super-passes' {key} do not add up to the run's"
    if coverage["super_passes"] != len(passes):
        yield "coverage.super_passes is not their number"
    if coverage["full_super_passes"] != sum(not p["partial"] for p in passes):
        yield "coverage.full_super_passes is not the number of whole ones"
    if [p["index"] for p in passes] != list(range(len(passes))):
        yield "super-pass indices do not count from 0"
    if any(p["partial"] for p in passes[:-1]):
        yield "a super-pass before the last is partial"
    if any(p["issued"] != run["superpass_size"] for p in passes if not p["partial"]):
        yield "a whole super-pass has another size than superpass_size"
    if run["peak_in_flight"] > run["issued"]:
        yield "more in flight than were issued"
    if answer["input"]["malformed_lines"] > answer["input"]["lines"]:
        yield "more malformed lines than lines"
    malformed = answer["input"]["malformed_lines"] + answer["input"]["malformed_records"]
    if len(answer["input"]["first_malformed"]) != min(3, malformed):
        yield "first_malformed does not hold the first three"


def rules_of_ranges(answer):
    n, plateaus = len(answer["super_passes"]), answer["plateaus"]
    coverage = answer["coverage"]
    if not coverage["examined_start"] <= coverage["examined_end"] <= n:
        yield "the examined range is not within the run"
    end = coverage["examined_start"]
    for plateau in plateaus:
        if not end <= plateau["sp_start"] < plateau["sp_end"] <= coverage["examined_end"]:
            yield f"plateau {plateau['sp_start']}..{plateau['sp_end']} overlaps another or leaves the examined range"
        end = plateau["sp_end"]
    for name in ("steady_state", "best_effort"):
        if answer[name]:
            yield from rules_of_window(answer, name, answer[name]["window"])
    if answer["anomaly"]["detected"]:
        if not answer["steady_state"]["window"]["sp_start"] <= answer["anomaly"]["change_point_sp"] < n:
            yield "the change point is not within the run"


def rules_of_window(answer, name, window):
    n, plateaus = len(answer["super_passes"]), answer["plateaus"]
    if window["n_plateaus"] != len(plateaus):
        yield f"{name}.window.n_plateaus is not their number"
    start, end = window["sp_start"], window["sp_end"]
    if start is None:
        if window["start_s"] is not None and answer["run"]["mode"] == "offline":  # a window of wall time
            if not window["start_s"] <= window["end_s"] or window["plateau_index"] is not None:
                yield f"{name}: a window of wall time that is none"
            return
        if any(window[key] is not None for key in window if key != "n_plateaus"):
            yield f"{name}: facts of a window that is not there"
        return
    if not 0 <= start < end <= n:
        yield f"{name}: [{start}, {end}) is no range of super-passes"
        return
    inside = answer["super_passes"][start:end]
    for key in ("issued", "failed"):
        if window[key] != sum(p[key] for p in inside):
            yield f"{name}.window.{key} is not that of [sp_start, sp_end)"
    if window["samples"] > window["issued"]:
        yield f"{name}: more samples than were issued"
    if window["sp_end_post_warmup"] - window["sp_start_post_warmup"] != end - start:
        yield f"{name}: the two ranges differ in length"
    index = window["plateau_index"]
    if index is not None and [plateaus[index]["sp_start"], plateaus[index]["sp_end"]] != [start, end]:
        yield f"{name}: the window is not its plateau"


def rules_of_numbers(answer):
    for name in ("steady_state", "best_effort", "total"):
        block = answer[name]
        if not block:
            continue
        for metric in ("ttft", "tpot", "latency"):
            yield from rules_of_distribution(f"{name}.{metric}", block[metric])
        for key in ("system_ci", "per_user_ci"):
            interval, point = block["tps"][key], block["tps"][key[:-3]]
            if interval and None not in interval and not interval[0] <= interval[1]:
                yield f"{name}.tps.{key} is upside down"
            if interval and point is None:
                yield f"{name}.tps.{key} without a point"
        held = answer["tps_window"] and answer["tps_window"]["tps"]  # of a saturated run
        if block["tps"]["headline"] not in (block["tps"]["system"], block["tps"]["token_time"], held):
            yield f"{name}.tps.headline is neither rate"


def rules_of_distribution(name, d):
    levels = [d[key] for key in ("min_ns", "p50_ns", "p90_ns", "p95_ns", "p99_ns", "p99_9_ns", "max_ns")]
    if d["count"] == 0:
        if any(value is not None for value in levels) or d["histogram"]:
            yield f"{name}: numbers of nothing"
        return
    if None in levels or levels != sorted(levels):
        yield f"{name}: percentiles are missing or out of order: {levels}"
    if sum(b["count"] for b in d["histogram"]) != d["count"]:
        yield f"{name}: the histogram holds {sum(b['count'] for b in d['histogram'])} of {d['count']}"
    if any(b["lo_ns"] > b["hi_ns"] for b in d["histogram"]):
        yield f"{name}: a bin is upside down"
    if any(a["hi_ns"] != b["lo_ns"] for a, b in zip(d["histogram"], d["histogram"][1:])):
        yield f"{name}: bins do not meet"


def rules_of_verdict(answer):
    found, verdict = answer["steady_state"]["found"], answer["verdict"]
    # Offline and saturated runs have a rate window instead of a window of super-passes.
    if verdict in ("not_found", "not_assessable", "unsupported") and found and verdict == "not_found":
        yield "not_found, yet a window was found"
    if verdict in ("steady", "anomaly", "drifting_up", "drifting_down") and not found:
        yield f"{verdict} without a window"
    if answer["official_basis"] == "steady_state" and not (found and answer["coverage"]["status"] == "windowable"):
        yield "the official basis is a window that is not windowable"
    if (answer["best_effort"] is None) != found:
        yield "best_effort and a window exclude each other"
    if verdict == "steady" and answer["change"]["kind"] is not None:
        yield "steady with a change"
    if answer["anomaly"]["detected"] != answer["change"]["level_shift"]:
        yield "anomaly.detected and change.level_shift differ"


def key_order(value):
    """The keys of all objects in the order in which they stand; list elements only once each shape."""
    if isinstance(value, dict):
        return [(key, key_order(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [key_order(inner) for inner in value if isinstance(inner, (dict, list))][:1]
    return []
