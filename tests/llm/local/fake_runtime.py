"""The real child with a stand-in for the runtime library: what the model file says decides how it behaves.

Serves the few paths of llama.cpp that the app uses. Words are tokens; a prompt is read 10 tokens a batch.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BATCH_S = 0.05
cached: set[str] = set()


class Parameters:
    def __init__(self) -> None:
        self.model = types.SimpleNamespace(path="")
        self.cpuparams = types.SimpleNamespace(n_threads=0)
        self.cpuparams_batch = types.SimpleNamespace(n_threads=0)
        self.api_keys: list[str] = []


class Server:
    def __init__(self, parameters: Parameters) -> None:
        behaviour = Path(parameters.model.path).read_text(encoding="utf-8").strip()
        if behaviour == "damaged":
            raise RuntimeError("Failed to init server, please check the input params.")
        if behaviour == "memory":
            os.write(2, b"ggml_backend: failed to allocate buffer of size 4096\n")
            raise RuntimeError("Failed to init server, please check the input params.")
        if behaviour == "illegal":
            os.kill(os.getpid(), signal.SIGILL)
        if behaviour == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if behaviour == "slow":
            threading.Event().wait(60)
        if behaviour == "mute":
            os._exit(3)
        handler = type("Bound", (Handler,), {"key": parameters.api_keys[0], "parameters": parameters})
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{self.http.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    key = ""
    parameters = Parameters()
    busy = threading.Lock()

    def do_GET(self) -> None:
        self.answer({"status": "ok"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {self.key}":
            self.answer({"error": {"message": "Invalid API Key", "type": "authentication_error"}}, 401)
        elif self.path == "/tokenize":
            self.answer({"tokens": list(range(len(body["content"].split())))})
        elif self.path.endswith("/input_tokens"):
            self.answer({"input_tokens": len(words(body))})
        elif len(words(body)) > self.parameters.n_ctx:
            self.answer({"error": {"message": "too long", "type": "exceed_context_size_error"}}, 400)
        elif "explode" in words(body):
            os._exit(9)
        else:
            self.stream(body)

    def stream(self, body: dict[str, object]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        prompt = words(body)
        known = next((n for n in range(len(prompt), 0, -1) if " ".join(prompt[:n]) in cached), 0)
        with self.busy:
            for done in [*range(known, len(prompt), 10), len(prompt)]:
                threading.Event().wait(BATCH_S)
                cached.add(" ".join(prompt[:done]))
                self.chunk({"prompt_progress": {
                    "total": len(prompt), "cache": known, "processed": done, "time_ms": (done - known) * 10,
                }})  # fmt: skip
            for word in () if body["max_tokens"] == 0 else ("Hello", " world"):
                self.chunk({"choices": [{"delta": {"content": word}}]})
            self.chunk({
                "usage": {"prompt_tokens": len(prompt)},
                "timings": {"prompt_n": 20, "prompt_per_second": 100.0, "predicted_n": 5, "predicted_per_second": 7.5},
            })  # fmt: skip
            self.wfile.write(b"data: [DONE]\n\n")

    def chunk(self, value: dict[str, object]) -> None:
        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def answer(self, value: dict[str, object], status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        os.write(2, (format % args).encode() + b"\n")


def words(body: dict[str, object]) -> list[str]:
    return " ".join(message["content"] for message in body["messages"]).split()


if __name__ == "__main__":
    library = types.ModuleType("xllamacpp")
    library.CommonParams = Parameters
    library.Server = Server
    if "--without-library" not in sys.argv:
        sys.modules["xllamacpp"] = library
    else:
        sys.modules["xllamacpp"] = None
    from weclaw_desktop.llm.local import child

    child.main()
