"""How is each client started, and where does it leave its file?

One function a client: of a Run (where the server is, and what load) it makes the command and the place of the file,
or says why this release cannot do it. Every load is small: the machine is shared, and a client's own delay must stay
under the milliseconds that are compared.
"""
import dataclasses
import json
import pathlib

TOKENIZER = "planted/qwen3"


class CannotDo(Exception):
    """This client, or this release of it, has no such load."""


@dataclasses.dataclass
class Run:
    client: str
    version: str
    bin: pathlib.Path  # of its virtual environment
    url: str
    out: pathlib.Path  # a folder of this run's own
    streams: int = 0  # a closed loop of so many, or
    rate: float = 0  # an open loop of so many requests a second
    requests: int = 0
    seconds: int = 0  # a limit that cuts off what is in flight; instead of a number of requests
    output_tokens: int = 40
    chat: bool = False  # where the client has the choice

    def release(self):
        return tuple(int(part) for part in self.version.split(".")[:3])


def guidellm_current(run):
    profile = f"kind=concurrent,streams={run.streams}" if run.streams else f"kind=constant,rate={run.rate:g}"
    limit = f"kind=max_duration,seconds={run.seconds}" if run.seconds else f"kind=max_requests,count={run.requests}"
    return [run.bin / "guidellm", "run", "--backend", f"kind=openai_http,target={run.url},model=planted",
            "--profile", profile, "--constraint", limit,
            "--tokenizer", f"kind=huggingface_auto,model={TOKENIZER}",
            "--data", f"kind=synthetic_text,prompt_tokens=32,output_tokens={run.output_tokens}",
            "--output", f"kind=json,path={run.out / 'benchmarks.json'}", "--disable-console-interactive"]


def guidellm_first(run):
    if run.streams:
        raise CannotDo("0.1 has no closed loop but synchronous")
    limit = ["--max-seconds", run.seconds] if run.seconds else ["--max-requests", run.requests]
    return [run.bin / "guidellm", "--target", run.url + "/v1", "--model", "planted", "--tokenizer", TOKENIZER,
            "--data-type", "emulated", "--data", f"prompt_tokens=32,generated_tokens={run.output_tokens}",
            "--rate-type", "constant", "--rate", f"{run.rate:g}", *limit,
            "--output-path", run.out / "benchmarks.json"]


def guidellm(run):
    release = run.release()
    if release >= (0, 7):
        return guidellm_current(run), run.out / "benchmarks.json"
    if release < (0, 2):
        return guidellm_first(run), run.out / "benchmarks.json"
    verb = ["benchmark"] if release < (0, 3) else ["benchmark", "run"]
    load = ["concurrent", "--rate", run.streams] if run.streams else ["constant", "--rate", f"{run.rate:g}"]
    limit = ["--max-seconds", run.seconds] if run.seconds else ["--max-requests", run.requests]
    return [run.bin / "guidellm", *verb, "--target", run.url, "--model", "planted", "--processor", TOKENIZER,
            "--data", f"prompt_tokens=32,output_tokens={run.output_tokens}", "--rate-type", *load, *limit,
            "--output-path", run.out / "benchmarks.json", "--disable-progress"], run.out / "benchmarks.json"


def aiperf(run):
    load = ["--concurrency", run.streams] if run.streams else ["--request-rate", f"{run.rate:g}",
                                                               "--request-rate-mode", "constant"]
    limit = ["--request-count", run.requests]
    if run.seconds:
        limit = ["--benchmark-duration", run.seconds, "--benchmark-grace-period", 0]
    if run.seconds and run.release() < (0, 2):
        raise CannotDo("0.1 cannot cut requests off")
    quiet = ["--no-gpu-telemetry", "--no-server-metrics"] if run.release() >= (0, 5) else []
    simple = ["--ui", "none"] if run.release() >= (0, 3) else ["--ui", "simple"]
    return [run.bin / "aiperf", "profile", "-m", "planted", "--url", run.url, "--endpoint-type", "chat",
            "--streaming", "--tokenizer", TOKENIZER, *load, *limit, "--synthetic-input-tokens-mean", 32,
            "--output-tokens-mean", run.output_tokens, "--extra-inputs", "ignore_eos:true", *simple,
            "--artifact-dir", run.out, "--workers-max", 1, "--record-processors", 1,
            *quiet], run.out / "profile_export.jsonl"


def inference_perf(run):
    release = run.release()
    if run.seconds:
        raise CannotDo("inference-perf has no time limit that cuts requests off")
    if run.streams and release < (0, 3):
        raise CannotDo("before 0.3 it has no closed loop")
    lengths = lambda tokens: {"min": tokens, "max": tokens, "mean": tokens, "std_dev": 0, "total_count": 2 * run.requests}
    stage = ({"num_requests": run.requests, "concurrency_level": run.streams} if run.streams
             else {"rate": run.rate, "duration": round(run.requests / run.rate)})
    config = {
        "api": {"type": "chat" if run.chat else "completion", "streaming": True},
        "server": {"type": "vllm", "model_name": "planted", "base_url": run.url, "ignore_eos": True},
        "tokenizer": {"pretrained_model_name_or_path": TOKENIZER},
        "data": {"type": "random", "input_distribution": lengths(32), "output_distribution": lengths(run.output_tokens)},
        "load": {"type": "concurrent" if run.streams else "constant", "stages": [stage], "num_workers": 1,
                 "worker_max_concurrency": 64},
        "report": {"request_lifecycle": {"summary": True, "per_stage": True, "per_request": True}},
        "storage": {"local_storage": {"path": str(run.out)}}}
    (run.out / "config.yml").write_text(json.dumps(config))  # JSON is YAML
    arguments = ["-c" if release >= (0, 2) else "--config_file", run.out / "config.yml"]
    return [run.bin / "inference-perf", *arguments], run.out / "per_request_lifecycle_metrics.json"


def genai_perf(run):
    if not (run.bin / "perf_analyzer").exists():
        raise CannotDo("its perf_analyzer has wheels for glibc 2.38 and newer only")
    if run.seconds:
        raise CannotDo("genai-perf waits for what is in flight")
    load = ["--concurrency", run.streams] if run.streams else ["--request-rate", f"{run.rate:g}"]
    return [run.bin / "genai-perf", "profile", "-m", "planted", "--url", run.url, "--endpoint-type", "chat",
            "--streaming", "--tokenizer", TOKENIZER, *load, "--request-count", run.requests,
            "--synthetic-input-tokens-mean", 32, "--output-tokens-mean", run.output_tokens,
            "--extra-inputs", "ignore_eos:true", "--artifact-dir", run.out,
            "--profile-export-file", "profile_export.json"], run.out


CLIENTS = {"guidellm": guidellm, "aiperf": aiperf, "inference-perf": inference_perf, "genai-perf": genai_perf}
