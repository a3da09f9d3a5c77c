#!/usr/bin/env python3
"""record.py RUN-FOLDER...: cuts runs of check.py small and keeps them in tests/data/clients.

Of a client's file stay a few requests from its middle, whole but for long texts and for the file's own statistics; of the
server's log, what truth.py needs of the same requests. The command is noted beside them.
"""
import json
import pathlib
import sys

from truth import sent

SKIPPED, KEPT = 20, 8
PLACE = pathlib.Path(__file__).resolve().parents[1] / "data" / "clients"


def cut_texts(value):
    if isinstance(value, str):
        return value if len(value) <= 80 else value[:40] + "..."
    if isinstance(value, list):
        return [cut_texts(each) for each in value]
    if isinstance(value, dict):
        return {key: cut_texts(each) for key, each in value.items()}
    return value


def some(requests, start):
    return sorted(requests, key=start)[SKIPPED:SKIPPED + KEPT]


def aiperf(file):
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    start = lambda line: line["metadata"].get("request_start_ns") or line["metadata"]["timestamp_ns"]
    kept = some(lines, start)
    return "\n".join(json.dumps(cut_texts(line)) for line in kept) + "\n", len(kept)


def inference_perf(file):
    kept = some(json.loads(file.read_text()), lambda request: request["start_time"])
    return json.dumps(cut_texts(kept), separators=(",", ":")) + "\n", len(kept)


def guidellm_start(request):
    timings = (request.get("info") or {}).get("timings") or request
    return timings.get("request_start") or timings.get("start_time") or timings.get("resolve_start") or 0


def guidellm(file):
    report = json.loads(file.read_text())
    outer = report["benchmarks"][0]
    benchmark = outer["benchmarks"][0] if "benchmarks" in outer else outer  # 0.1
    lists = benchmark["requests"] if "requests" in benchmark else benchmark
    names = [name for name in ("successful", "errored", "incomplete", "results", "errors") if lists.get(name)]
    everything = [(guidellm_start(request), name, request) for name in names for request in lists[name]]
    kept = some(everything, lambda each: each[0])
    for name in names:
        lists[name] = [request for _, of, request in kept if of == name]
    for name in ("metrics", "scheduler_metrics", "scheduler_state", "run_stats"):
        benchmark.pop(name, None)
    return json.dumps(cut_texts(report), separators=(",", ":")) + "\n", len(kept)


CUTTERS = {"aiperf": aiperf, "inference-perf": inference_perf, "guidellm": guidellm}
FILES = {"aiperf": "profile_export.jsonl", "inference-perf": "per_request_lifecycle_metrics.json",
         "guidellm": "benchmarks.json"}


# Where the run lay says nothing to others.
def without_place(text, folder):
    return text.replace(str(folder.resolve()), "OUT").replace(str(folder), "OUT")


def record(folder):
    client, version, scenario = folder.name.rsplit("-", 2)
    file = folder / FILES[client]
    text, count = CUTTERS[client](file)
    text = without_place(text, folder)
    (PLACE / (folder.name + file.suffix)).write_text(text)
    log = sorted(sent(folder / "sent.jsonl"), key=lambda entry: entry["arrival_ns"])[SKIPPED:SKIPPED + count]
    (PLACE / (folder.name + ".sent.jsonl")).write_text("".join(json.dumps(entry) + "\n" for entry in log))
    command = without_place((folder / "command").read_text().strip(), folder)
    parts = command.split(" ")
    parts[0] = pathlib.Path(parts[0]).name
    (PLACE / (folder.name + ".command")).write_text(f"{client} {version}: {' '.join(parts)}\n")
    if (folder / "config.yml").exists():
        config = without_place((folder / "config.yml").read_text(), folder)
        (PLACE / (folder.name + ".config.yml")).write_text(config + "\n")


if __name__ == "__main__":
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:]:
        record(pathlib.Path(name))
