"""How does the planted server speak HTTP/1.1?

One request at a time on a connection that stays open; bodies are JSON; a stream is server-sent events in a chunked
body, each event flushed on its own. HungUp: the client closed the connection in the middle of an answer.
"""
import asyncio
import dataclasses
import json

REASONS = {200: "OK", 404: "Not Found", 500: "Internal Server Error"}


class HungUp(Exception):
    pass


@dataclasses.dataclass
class Request:
    path: str
    headers: dict
    body: dict


async def read_request(reader):
    """The next request, or None where the client is done with the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip()
               for name, found, value in (line.partition(":") for line in lines) if found}
    raw = await read_body(reader, headers)
    try:
        body = json.loads(raw or b"{}")
    except ValueError:
        body = {}
    return Request(first.split(" ")[1].split("?")[0], headers, body if isinstance(body, dict) else {})


async def read_body(reader, headers):
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    body = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return body


def head_of(status, lines):
    return "\r\n".join([f"HTTP/1.1 {status} {REASONS[status]}", *lines, "", ""]).encode()


async def respond(writer, status, value):
    body = json.dumps(value).encode()
    writer.write(head_of(status, ["Content-Type: application/json", f"Content-Length: {len(body)}"]) + body)
    await writer.drain()


class Stream:
    """The body of one streamed answer."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def begin(self):
        self.writer.write(head_of(200, ["Content-Type: text/event-stream; charset=utf-8", "Cache-Control: no-cache",
                                        "Transfer-Encoding: chunked"]))
        await self.writer.drain()

    async def send(self, data):
        if self.reader.at_eof() or self.writer.is_closing():
            raise HungUp
        event = f"data: {data}\n\n".encode()
        self.writer.write(b"%x\r\n%s\r\n" % (len(event), event))
        await self.writer.drain()

    async def sleep_until(self, time):
        """By the loop's clock; the deadlines are absolute, so that no delay adds to the next."""
        await asyncio.sleep(max(0, time - asyncio.get_running_loop().time()))

    async def end(self):
        await self.send("[DONE]")
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()
