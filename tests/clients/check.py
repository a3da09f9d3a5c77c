#!/usr/bin/env python3
"""Is ssdetect right on what real clients write?

Each client x each load against the planted server of tests/oracles/serve.py; then ssdetect on the client's file,
against the server's own log (truth.py). One line a run: ok, FAIL with what differs, or skip with the reason (a client that
writes no file is skipped, too: that is no fault of ssdetect's); the last
line counts them. Exit 1 on a FAIL. tests/clients/install.sh makes the virtual environments.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from launch import CLIENTS, CannotDo, Run
from truth import Truth, differences, sent

HERE = pathlib.Path(__file__).resolve().parent
TTFT_MS = 100  # planted


@dataclasses.dataclass
class Scenario:
    name: str
    streams: int = 0
    rate: float = 0
    requests: int = 60
    seconds: int = 0
    output_tokens: int = 40
    planted: tuple = ()

    @property
    def cuts(self):
        return self.seconds > 0


SCENARIOS = [
    Scenario("closed", streams=4),
    Scenario("open", rate=3, requests=45),
    Scenario("cut", streams=4, seconds=12, output_tokens=150),
    Scenario("failures", streams=4, planted=("--fail-every", "5")),
    Scenario("role", streams=4, planted=("--role-chunk-ms", "5")),
    Scenario("chunks", streams=4, output_tokens=80, planted=("--tokens-per-chunk", "4", "--gap-ms", "10")),
    Scenario("queue", streams=6, requests=40, planted=("--slots", "3")),
]


class Skip(Exception):
    pass


class Server:
    def __init__(self, log, planted):
        command = [sys.executable, HERE.parent / "oracles" / "serve.py", "--log", log, "--ttft-ms", str(TTFT_MS),
                   *planted]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def releases(when):
    for line in (HERE / "releases.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            client, version, _, kind = line.split("\t")[:4]
            if kind == when or when == "all":
                yield client, version


def run_client(command, out, timeout):
    """In a process group of its own, of which nothing is left behind."""
    environment = dict(os.environ, HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_DATASETS_OFFLINE="1",
                       HF_HOME=str(out.parents[1] / "hf"), NO_COLOR="1", COLUMNS="150",
                       PATH=f"{command[0].parent}:{os.environ['PATH']}")
    with open(out / "client.out", "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, env=environment, cwd=out, start_new_session=True)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return f"still running after {timeout} s"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def result_file(place):
    if not place.is_dir():
        return place
    found = sorted(place.rglob("profile_export.json"))
    return found[0] if found else place / "profile_export.json"


def check(client, version, scenario, arguments):
    """The differences; raises Skip."""
    environment = arguments.build / "clients" / f"venv-{client}-{version}"
    if not (environment / ".installed").exists():
        raise Skip("not installed")
    out = arguments.build / "clients" / "runs" / f"{client}-{version}-{scenario.name}"
    if arguments.again:
        return compare_again(client, version, out, scenario, arguments)
    subprocess.run(["rm", "-rf", out], check=True)
    out.mkdir(parents=True)
    server = Server(out / "sent.jsonl", scenario.planted)
    run = Run(client, version, environment / "bin", server.url, out, scenario.streams, scenario.rate,
              scenario.requests, scenario.seconds, scenario.output_tokens, scenario.name == "role")
    try:
        command, place = CLIENTS[client](run)
        (out / "command").write_text(" ".join(str(part) for part in command) + "\n")
        status = run_client(command, out, arguments.timeout)
    except CannotDo as reason:
        raise Skip(str(reason)) from reason
    finally:
        server.stop()
    return compare(out, result_file(place), status, scenario, arguments)


def compare_again(client, version, out, scenario, arguments):
    if not (out / "client.out").exists():
        raise Skip("not run")
    run = Run(client, version, out, "", out, scenario.streams, scenario.rate, scenario.requests)
    return compare(out, result_file(CLIENTS[client](run)[1]), "of a run before", scenario, arguments)


def compare(out, file, status, scenario, arguments):
    if not file.exists():
        last = (out / "client.out").read_text(errors="replace").strip().splitlines()[-1:]
        raise Skip(f"the client failed and wrote no file (status {status}): {' '.join(last)[:80]}")
    answer = subprocess.run([arguments.build / "ssdetect", "--json", file], capture_output=True, text=True)
    (out / "ssdetect.json").write_text(answer.stdout)
    if not answer.stdout:
        return [f"ssdetect: exit {answer.returncode}: {answer.stderr.strip()[:150]}"]
    return differences(Truth(sent(out / "sent.jsonl"), TTFT_MS), json.loads(answer.stdout), scenario,
                       arguments.notes)


def one(client, version, scenario, arguments):
    began = time.monotonic()
    arguments.notes = []
    try:
        if began > arguments.deadline:
            raise Skip(f"{arguments.at_most} s are over")
        found = check(client, version, scenario, arguments)
        if found and not arguments.again and all(words.startswith("TTFT") for words in found):
            found = check(client, version, scenario, arguments)  # a client that was held up at sending
        outcome, words = ("FAIL", "; ".join(found)) if found else ("ok", "; ".join(arguments.notes))
    except Skip as reason:
        outcome, words = "skip", str(reason)
    print(f"{client:<15} {version:<8} {scenario.name:<9} {outcome:<5} {time.monotonic() - began:4.0f} s  {words}",
          flush=True)
    return outcome


def main():
    parser = argparse.ArgumentParser(description="Run real clients against a planted server.")
    parser.add_argument("--build", type=pathlib.Path, default="build")
    parser.add_argument("--releases", choices=["current", "older", "all"], default="current")
    parser.add_argument("--client", help="only this one")
    parser.add_argument("--version", help="only this one")
    parser.add_argument("--scenario", help="only these, comma-separated")
    parser.add_argument("--timeout", type=int, default=300, help="seconds a run")
    parser.add_argument("--again", action="store_true", help="compare the files of the last runs, and run nothing")
    parser.add_argument("--at-most", type=int, default=1 << 30, help="seconds, after which no run is begun")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    arguments.deadline = time.monotonic() + arguments.at_most
    wanted = arguments.scenario.split(",") if arguments.scenario else [scenario.name for scenario in SCENARIOS]
    outcomes = [one(client, version, scenario, arguments)
                for client, version in releases(arguments.releases)
                if arguments.client in (None, client) and arguments.version in (None, version)
                for scenario in SCENARIOS if scenario.name in wanted]
    print(f"{outcomes.count('ok')} passed, {outcomes.count('FAIL')} failed, {outcomes.count('skip')} skipped")
    return 1 if "FAIL" in outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
