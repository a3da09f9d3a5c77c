"""What did the server really send, and does ssdetect say so?

Of the planted server's log: requests, failures, cut-offs, output tokens, TTFT (first chunk with text, from arrival)
and TPOT (first to last chunk with text, over the tokens but one: a client does not know how many came in the first).
Requests that a client sends to try the server (not streamed, or of one token) are left out.

TPOT must agree within 2 %. TTFT must within 5 ms on a quiet machine, at its least and at its median. A busy one makes
the client send late and note a chunk late, as it makes the server send late: the limits grow by how late the
server's own first tokens were, and what is over 5 ms is told.
"""
import json
import statistics

TTFT_MS = 5
TPOT_RATIO = 0.02


def sent(log):
    requests = []
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            most = entry["asked"].get("max_completion_tokens") or entry["asked"].get("max_tokens")
            if entry["stream"] and most != 1:
                requests.append(entry)
    return requests


class Truth:
    def __init__(self, requests, planted_ttft_ms):
        self.issued = len(requests)
        self.failed = sum(r["status"] != 200 for r in requests)
        streamed = [r for r in requests if r["status"] == 200]
        whole = [r for r in streamed if not r["cut_off"]]
        self.cut_off = len(streamed) - len(whole)
        self.completed = len(whole)
        self.tokens = sum(r["tokens"] for r in whole)
        with_text = [[at for at, tokens in r["chunks"] if tokens] for r in streamed]
        ttfts = [times[0] - r["arrival_ns"] for r, times in zip(streamed, with_text) if times]
        self.ttft_ms = [min(ttfts) / 1e6, statistics.median(ttfts) / 1e6]
        late = sorted((times[0] - r["admitted_ns"]) / 1e6 - planted_ttft_ms
                      for r, times in zip(streamed, with_text) if times)
        self.ttft_slack_ms = [statistics.median(late), 3 * late[len(late) * 9 // 10]]
        whole_times = [times for r, times in zip(streamed, with_text) if not r["cut_off"]]
        tpots = [(times[-1] - times[0]) / (r["tokens"] - 1) for r, times in zip(whole, whole_times)
                 if r["tokens"] > 1]
        self.tpot_ms = statistics.mean(tpots) / 1e6


def wrong_ttft(truth, ttft, notes):
    found = []
    for name, sent_ms, slack_ms in zip(("min", "p50"), truth.ttft_ms, truth.ttft_slack_ms):
        words = f"TTFT {name} {ttft[name + '_ns'] / 1e6:.1f} ms, sent {sent_ms:.1f}"
        off = abs(ttft[name + "_ns"] / 1e6 - sent_ms)
        if off > TTFT_MS + max(0, slack_ms):
            found.append(words)
        elif off > TTFT_MS:
            notes.append(f"busy machine: {words}")
    return found


def differences(truth, report, scenario, notes):
    """In words, what ssdetect says that the server's log does not; what only a busy machine explains goes to notes."""
    run, total = report["run"], report["total"]
    codes = {warning["code"] for warning in report["warnings"]}
    found = []
    loose = scenario.streams if scenario.cuts else 0  # answers that end as the client hangs up
    for name, right in (("completed", truth.completed), ("failed", truth.failed)):
        if scenario.cuts and name == "failed":
            continue  # some clients call them failed, others unfinished
        if abs(run[name] - right) > loose:
            found.append(f"{name} {run[name]}, sent {right}")
    if not scenario.cuts:
        osl = total["osl"] or {"count": 0, "mean": 0}
        tokens = round(osl["mean"] * osl["count"])
        if tokens != truth.tokens:
            found.append(f"output tokens {tokens}, sent {truth.tokens}")
    tpot = total["tpot"]["mean_ns"]
    if tpot is None:
        found.append("no TPOT")
    elif abs(tpot / 1e6 / truth.tpot_ms - 1) > TPOT_RATIO:
        found.append(f"TPOT {tpot / 1e6:.3f} ms, sent {truth.tpot_ms:.3f}")
    if total["ttft"]["p50_ns"] is None:
        if "ttft_not_first_token" not in codes:
            found.append("no TTFT")
    else:
        found += wrong_ttft(truth, total["ttft"], notes)
    return found + wrong_load(run, scenario)


def wrong_load(run, scenario):
    found = []
    mode = "concurrency" if scenario.streams else "poisson"
    if run["mode"] != mode:
        found.append(f"mode {run['mode']}, offered {mode}")
    target = run["target_concurrency"]
    if scenario.streams and target not in (None, scenario.streams):
        found.append(f"target {target:g}, offered {scenario.streams}")
    rate = (run["client"] or {}).get("offered_rate")
    if scenario.rate and rate not in (None, scenario.rate):
        found.append(f"rate {rate:g}, offered {scenario.rate:g}")
    return found
