"""A fault-injecting HTTP proxy, a fake OpenAI-compatible upstream, and transformers' own server as a process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from budgetrag.readers import ReaderOptions, UnansweredError
from budgetrag.readers.endpoint import EndpointReader
from budgetrag.readers.endpoint_pace import Clock
from budgetrag.types import content_hash

MODEL = "tiny-answerer"


@dataclass(frozen=True)
class Response:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay: float = 0.0  # seconds before anything is sent
    sent: float = 1.0  # share of the body after which the connection is cut


def reply(status: int = 200, **values: object) -> Response:
    return Response(status, json.dumps(values).encode())


def said(content: str | None, finish_reason: str | None = "stop", **message: object) -> Response:
    """A whole reply to either kind of request."""
    choice = {
        "index": 0,
        "finish_reason": finish_reason,
        "message": {"role": "assistant", "content": content, **message},
        "text": content,
    }
    return reply(id="1", object="any", model=MODEL, choices=[choice], usage={"prompt_tokens": 7})


def failed(status: int, message: str = "no", **headers: str) -> Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, json.dumps({"error": {"message": message}}).encode(), names)


def last_words(asked: Mapping[str, object]) -> str:
    """What the fake upstream answers: a digest of the question, which only the prompt decides."""
    text = str(asked.get("prompt") or asked["messages"][-1]["content"])  # type: ignore[index]
    return f"answer {content_hash(text)[:6]}"


def fake_upstream(path: str, body: bytes, headers: Mapping[str, str]) -> Response:
    if path.endswith("/models"):
        return reply(data=[{"id": MODEL}, {"id": "other"}])
    return said(last_words(json.loads(body)))


def forward_to(base_url: str) -> Callable[[str, bytes, Mapping[str, str]], Response]:
    def forward(path: str, body: bytes, headers: Mapping[str, str]) -> Response:
        request = urllib.request.Request(
            base_url + path.removeprefix("/v1"), body or None, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return Response(response.status, response.read())
        except urllib.error.HTTPError as error:
            return Response(error.code, error.read())

    return forward


class Proxy:
    """Answers as ``faults`` says, request by request; where that says None, or has run out, as the upstream does."""

    def __init__(self, upstream: Callable[[str, bytes, Mapping[str, str]], Response] = fake_upstream) -> None:
        self.upstream = upstream
        self.faults: list[Response | None] = []
        self.always: Response | None = None  # once the list has run out
        self.asked: list[dict[str, object]] = []
        self.keys: list[str | None] = []
        self.n_at_once = 0
        self.most_at_once = 0
        self.lock = threading.Lock()
        self.url = ""

    def response(self, path: str, body: bytes, headers: Mapping[str, str]) -> Response:
        with self.lock:
            if body:
                self.asked.append(json.loads(body))
                self.keys.append(headers.get("Authorization"))
                fault = self.faults.pop(0) if self.faults else self.always
            else:
                fault = None
            self.n_at_once += 1
            self.most_at_once = max(self.most_at_once, self.n_at_once)
        try:
            found = fault or self.upstream(path, body, headers)
            time.sleep(found.delay)
            return found
        finally:
            with self.lock:
                self.n_at_once -= 1


@contextmanager
def serving(proxy: Proxy) -> Iterator[Proxy]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._send(proxy.response(self.path, body, self.headers))

        def do_GET(self) -> None:
            self._send(proxy.response(self.path, b"", self.headers))

        def _send(self, found: Response) -> None:
            self.close_connection = found.sent < 1
            try:
                if found.sent == 0:
                    return
                self.send_response(found.status)
                self.send_header("Content-Type", found.content_type)
                self.send_header("Content-Length", str(len(found.body)))
                for name, value in found.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(found.body[: int(len(found.body) * found.sent)])
            except OSError:
                self.close_connection = True  # the client gave up waiting

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    proxy.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield proxy
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def transformers_server(model: Path, log: Path) -> Iterator[str]:
    """transformers' own server of one local model, offline, in float32 on one thread; yields its address."""
    port = free_port()
    command = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(model)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu", "--dtype", "float32"]
    offline = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, **offline})
        try:
            _wait_until_healthy(server, port, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_until_healthy(server: subprocess.Popen[bytes], port: int, log: Path, seconds: float = 180.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not come up: {log.read_text(errors='replace')[-2000:]}")


class FakeTime:
    """Waiting takes no time, but moves the clock; random numbers are always the largest."""

    def __init__(self):
        self.moment = 100.0
        self.waits = []
        self.lock = threading.Lock()

    def wait(self, stop, seconds):
        with self.lock:
            self.waits.append(seconds)
            self.moment += seconds

    @property
    def clock(self):
        return Clock(lambda: self.moment, self.wait, lambda low, high: high)


def reader_of(proxy, fake_time=None, **options):
    given = {"model": MODEL, "base_url": proxy.url, "timeout_seconds": 5.0, **options}
    return EndpointReader(ReaderOptions(**given), **({"clock": fake_time.clock} if fake_time else {}))


def prompts_of(reader, n=1):
    return [reader.prompt(f"Who is {i}?", f"Context {i}.") for i in range(n)]


def read_one(reader):
    return reader.read(prompts_of(reader))[0]


def complaint(reader, n=1):
    with pytest.raises(UnansweredError) as caught:
        reader.read(prompts_of(reader, n))
    return str(caught.value)
