#!/usr/bin/env python3
"""What does a client write down of a server whose every token is known?

An OpenAI-compatible server that streams planted answers (/v1/completions, /v1/chat/completions, /v1/models,
/health) and notes in a log of its own, one JSON line a request, what it really sent: arrival, admission from the
queue, time and tokens of every chunk, end, status, and whether the client hung up. Times are nanoseconds of the
epoch. Only the standard library; serve_http.py has the HTTP. `serve.py --help` lists what can be planted; the first
line on standard output is the port.
"""
import argparse
import asyncio
import json
import random
import signal
import sys
import time

from serve_http import HungUp, Request, Stream, read_request, respond

# Each is one token, with its blank, in the vocabulary of every model used here: what a client counts by
# tokenizing the whole answer is what was sent.
WORDS = [" the", " of", " and", " to", " in", " is", " that", " for", " it", " as", " was", " with", " be", " by"]


def options(arguments):
    parser = argparse.ArgumentParser(description="Stream planted answers, and log what was sent.")
    parser.add_argument("--log", required=True, help="where the log goes")
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--model", default="planted")
    parser.add_argument("--ttft-ms", type=float, default=100, help="from admission to the first token")
    parser.add_argument("--gap-ms", type=float, default=20, help="a token after the first")
    parser.add_argument("--output-tokens", default="32-64", help="LO-HI, where the client sets no length")
    parser.add_argument("--tokens-per-chunk", type=int, default=1)
    parser.add_argument("--role-chunk-ms", type=float, help="chats begin with a chunk without text, this early")
    parser.add_argument("--slots", type=int, default=1000, help="requests served at once; others queue")
    parser.add_argument("--fail-every", type=int, default=0, help="each Nth request gets status 500")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def words_of(body):
    """Prompt tokens as this server counts them."""
    text = json.dumps(body.get("messages") or body.get("prompt") or "")
    return max(1, len(text.split()))


class Answer:
    """The bodies of one answer's chunks, in the dialect of its end point."""

    def __init__(self, request_id, chat, model, prompt_tokens):
        self.request_id, self.chat, self.model, self.prompt_tokens = request_id, chat, model, prompt_tokens

    def base(self, kind):
        return {"id": self.request_id, "object": kind, "created": int(time.time()), "model": self.model}

    def chunk(self, choice):
        kind = "chat.completion.chunk" if self.chat else "text_completion"
        return dict(self.base(kind), choices=[dict({"index": 0, "finish_reason": None}, **choice)])

    def text(self, text):
        return self.chunk({"delta": {"content": text}} if self.chat else {"text": text})

    def role(self):
        return self.chunk({"delta": {"role": "assistant", "content": ""}})

    def last(self, reason):
        return self.chunk(dict({"delta": {}} if self.chat else {"text": ""}, finish_reason=reason))

    def counts(self, tokens):
        return {"prompt_tokens": self.prompt_tokens, "completion_tokens": tokens,
                "total_tokens": self.prompt_tokens + tokens}

    def usage(self, tokens):
        return dict(self.chunk({}), choices=[], usage=self.counts(tokens))

    def whole(self, text, tokens, reason):
        choice = {"message": {"role": "assistant", "content": text}} if self.chat else {"text": text}
        kind = "chat.completion" if self.chat else "text_completion"
        return dict(self.base(kind), choices=[dict({"index": 0, "finish_reason": reason}, **choice)],
                    usage=self.counts(tokens))


class Server:
    def __init__(self, planted):
        self.planted = planted
        self.random = random.Random(planted.seed)
        self.slots = asyncio.Semaphore(planted.slots)
        self.log = open(planted.log, "w", encoding="utf-8")
        self.arrived = 0
        self.open = set()

    async def connected(self, reader, writer):
        task = asyncio.current_task()
        self.open.add(task)
        try:
            while request := await read_request(reader):
                await self.answer(request, reader, writer)
        except (HungUp, ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.open.discard(task)
            writer.close()

    async def answer(self, request: Request, reader, writer):
        if request.path in ("/v1/completions", "/v1/chat/completions"):
            return await self.complete(request, reader, writer)
        model = {"id": self.planted.model, "object": "model", "created": 0, "owned_by": "planted"}
        known = {"/health": {}, "/v1/models": {"object": "list", "data": [model]}}
        return await respond(writer, 200 if request.path in known else 404, known.get(request.path, {}))

    async def complete(self, request, reader, writer):
        body = request.body
        self.arrived += 1
        entry = {"id": f"planted-{self.arrived}", "path": request.path, "stream": bool(body.get("stream")),
                 "arrival_ns": time.time_ns(), "admitted_ns": None, "prompt_tokens": words_of(body), "status": 200,
                 "chunks": [], "tokens": 0, "cut_off": True, "asked": {
                     key: body[key] for key in ("max_tokens", "max_completion_tokens", "min_tokens", "ignore_eos",
                                                "stream_options") if key in body}}
        try:
            if self.planted.fail_every and self.arrived % self.planted.fail_every == 0:
                entry["status"] = 500
                await respond(writer, 500, {"error": {"message": "planted failure", "type": "server_error"}})
            else:
                async with self.slots:
                    entry["admitted_ns"] = time.time_ns()
                    await self.send(body, entry, reader, writer)
            entry["cut_off"] = False
        finally:
            entry["end_ns"] = time.time_ns()
            self.log.write(json.dumps(entry) + "\n")
            self.log.flush()

    def length(self, body):
        """Of the answer: as long as asked for where the client insists, else as planted."""
        low, high = (int(part) for part in self.planted.output_tokens.split("-"))
        planted = self.random.randint(low, high)
        most = body.get("max_completion_tokens") or body.get("max_tokens")
        if not most:
            return planted, "stop"
        least = most if body.get("ignore_eos") else min(body.get("min_tokens") or 1, most)
        tokens = max(least, min(planted, most))
        return tokens, "length" if tokens == most else "stop"

    async def send(self, body, entry, reader, writer):
        chat = "chat" in entry["path"]
        answer = Answer(entry["id"], chat, body.get("model", self.planted.model), entry["prompt_tokens"])
        tokens, reason = self.length(body)
        words = [self.random.choice(WORDS) for _ in range(tokens)]
        if entry["stream"]:
            return await self.stream(answer, words, reason, body, entry, Stream(reader, writer))
        await asyncio.sleep((self.planted.ttft_ms + (tokens - 1) * self.planted.gap_ms) / 1e3)
        entry["tokens"] = tokens
        await respond(writer, 200, answer.whole("".join(words), tokens, reason))

    async def stream(self, answer, words, reason, body, entry, stream):
        async def send(data, tokens=None):
            await stream.send(json.dumps(data, separators=(",", ":")))
            if tokens is not None:
                entry["chunks"].append([time.time_ns(), tokens])
                entry["tokens"] += tokens

        began = asyncio.get_running_loop().time()
        await stream.begin()
        if answer.chat and self.planted.role_chunk_ms is not None:
            await stream.sleep_until(began + self.planted.role_chunk_ms / 1e3)
            await send(answer.role(), 0)
        step = self.planted.tokens_per_chunk
        for index in range(0, len(words), step):
            await stream.sleep_until(began + (self.planted.ttft_ms + index * self.planted.gap_ms) / 1e3)
            part = words[index:index + step]
            await send(answer.text("".join(part)), len(part))
        await send(answer.last(reason))
        if (body.get("stream_options") or {}).get("include_usage"):
            await send(answer.usage(len(words)))
        await stream.end()


async def main(planted):
    server = Server(planted)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    listening = await asyncio.start_server(server.connected, "127.0.0.1", planted.port)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await stop.wait()
    listening.close()
    tasks = list(server.open)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    server.log.close()


if __name__ == "__main__":
    asyncio.run(main(options(sys.argv[1:])))
