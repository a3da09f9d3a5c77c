#!/usr/bin/env python3
"""Compares ssdetect's JSON with an independent implementation's values for five recorded-count logs.

usage: golden_runs.py SSDETECT SHARED

The logs and values are in SHARED/golden/runs (NAME.jsonl.zst, NAME.PRESET[-no-min-duration].json, super-pass size 250).
Numbers agree to 1e-9 relative, intervals to 1e-4, permutation p to 0.01. 
`orphans` is not compared: there it counts the completions of warm-up requests, which ssdetect follows (SPEC 3).
Prints a line a case and `N passed, N failed`.
"""
import glob
import json
import os
import subprocess
import sys


class Case:
    def __init__(self, result):
        self.result, self.faults = result, []

    def same(self, name, got, want):
        if got != want:
            self.faults.append(f"{name}: got {got!r}, want {want!r}")

    def near(self, name, got, want, tolerance=1e-9):
        if want is None or got is None:
            return self.same(name, got, want)
        if abs(got - want) > tolerance * max(abs(want), 1e-300):
            self.faults.append(f"{name}: got {got!r}, want {want!r}")


def compare_distribution(case, name, got, want):
    case.same(f"{name}.count", got["count"], want["count"])
    for key, value in want.items():
        if key != "count":
            case.near(f"{name}.{key}", got[f"{key}_ns"], value)


def compare_counts(case, got, want):
    run, coverage = got["run"], got["coverage"]
    for key in ("issued", "completed", "failed", "in_flight"):
        case.same(key, run[key], want["n_" + key])
    case.same("super_passes", coverage["super_passes"], want["n_super_passes"])
    case.same("warmup", coverage["warmup"], want["warmup"])
    case.same("warmup_guarded", coverage["warmup_guarded"], want["warmup_guard"])
    case.same("coverage", coverage["status"], want["coverage"])
    case.same("candidate_end", coverage["examined_end"], want["candidate_end"])
    case.same("bad", got["input"]["malformed_lines"], want["bad"])
    case.same("ended", not got["input"]["partial"], want["ended"])
    case.same("verdict", got["verdict"], want["verdict"])


def compare_tail(case, got, want):
    case.near("tail.cov", got["cov"], want["cov"])
    case.near("tail.skew", got["skew"], want["skew"], 1e-6)
    case.same("tail.samples", got["samples"], want["size"])
    case.same("tail.applied", got["applied"], want["applied"])


def compare_window(case, got, want):
    steady = got["steady_state"]
    case.same("found", steady["found"], want["found"])
    shown = steady if steady["found"] else got["best_effort"]
    window = shown["window"]
    case.same("window", [window["sp_start"], window["sp_end"]], want["window"])
    case.same("plateau_index", window["plateau_index"], want["plateau_index"])
    case.same("skipped_short", window["skipped_short"], want["skipped_short"])
    plateaus = [[p["sp_start"], p["sp_end"]] for p in got["plateaus"]]
    case.same("plateaus", plateaus, want["plateaus"])
    duration, expected = shown["min_duration"], want["short"]
    case.near("window_s", duration["window_s"], expected["window_duration_s"])
    case.near("required_s", duration["required_s"], expected["min_duration_s"])
    for key in ("dominant", "kstar"):
        case.same(key, duration[key], expected[key])
    for key in ("cov_b", "tau_sp_s", "l_p90_s"):
        case.near(key, duration[key], expected[key])
    case.same("is_short", duration["short"], expected["is_short"])
    for name, key in (("ttft", "ttft"), ("tpot", "tpot"), ("latency", "lat")):
        compare_distribution(case, name, shown[name], want[key])
    for key in ("system", "per_user", "token_time"):
        case.near(key, shown["tps"][key], want["tps"][key])
    for key in ("system_ci", "per_user_ci"):
        for side in (0, 1):
            case.near(key, shown["tps"][key][side], want["tps"][key][side], 1e-4)


def compare_change(case, got, want):
    case.same("anomaly", got["anomaly"]["detected"], want["anomaly"]["detected"])
    if want["anomaly"]["detected"]:
        case.near("delta", got["anomaly"]["delta_pct"], want["anomaly"]["delta_pct"])
        case.same("change_point", got["anomaly"]["change_point_sp"], want["anomaly"]["change_point"])
        case.near("p_approx", got["anomaly"]["p_approx"], want["anomaly"]["p_approx"])
        if abs(got["anomaly"]["p"] - want["anomaly"]["p"]) > 0.01:
            case.faults.append(f"p: got {got['anomaly']['p']}, want {want['anomaly']['p']}")
    for stretch, metrics in want["trend"].items():
        for metric, value in metrics.items():
            reading = got["trend"][stretch][metric]
            case.same(f"{stretch}.{metric}.state", reading["state"], value["state"])
            case.near(f"{stretch}.{metric}.drift", reading["rel_drift_pct"], value["rel_drift_pct"], 1e-8)


def compare_rest(case, got, want):
    case.near("total.tps", got["total"]["tps"]["system"], want["total"]["tps_system"])
    for name, key in (("ttft", "ttft"), ("tpot", "tpot"), ("latency", "lat")):
        compare_distribution(case, "total." + name, got["total"][name], want["total"][key])
    occupancy, expected = got["occupancy"], want["occupancy"]
    for key in ("start_s", "end_s", "output_tps"):
        case.near("occupancy." + key, occupancy[key], expected[key])
    for key in ("peak", "threshold", "completed"):
        case.same("occupancy." + key, occupancy[key], expected[key])
    case.near("occupancy.average", occupancy["average_in_flight"], expected["average_concurrency"])


def run_case(ssdetect, values):
    name, settings, _ = os.path.basename(values).rsplit(".", 2)
    log = os.path.join(os.path.dirname(values), name + ".jsonl.zst")
    preset = settings.split("-")[0]
    arguments = [ssdetect, "--json", "--superpass-size", "250", "--preset", preset]
    if settings.endswith("no-min-duration"):
        arguments.append("--no-min-duration")
    text = subprocess.run(["zstd", "-dcq", log], stdout=subprocess.PIPE, check=True).stdout
    output = subprocess.run(arguments, input=text, stdout=subprocess.PIPE).stdout
    with open(values) as file:
        want = json.load(file)
    case = Case(None)
    got = json.loads(output)
    for compare in (compare_counts, compare_window, compare_change, compare_rest):
        compare(case, got, want)
    compare_tail(case, got["tail_cut"], want["tail"])
    return case.faults


def main():
    ssdetect, shared = sys.argv[1:3]
    cases = sorted(glob.glob(os.path.join(shared, "golden/runs/*.*.json")))
    if not cases:
        print("golden runs: skipped, no golden/runs here\n0 passed, 0 failed")
        return 0
    failed = 0
    for values in cases:
        faults = run_case(ssdetect, values)
        failed += bool(faults)
        for fault in faults:
            print(f"{os.path.basename(values)}: {fault}")
    print(f"golden runs: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
