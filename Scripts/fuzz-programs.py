#!/usr/bin/env python3
"""Runs both programs against a server on loopback that answers what it should not, and looks for crashes and hangs.

Each case is one server and one cache: the terminal program asks for feed, image and comments, saves everything, and starts
again with what was saved; in every tenth case, the app runs twice instead. The answers depend on seed and case alone:
`--seed S --case N` repeats a case. A finding is kept with everything that was answered.

Needs:  Python 3.10 or later; for the app Xvfb and D-Bus
Run:    Scripts/fuzz-programs.py FOLDER-OF-PROGRAMS [--seconds N] [--seed S] [--case N] [--found FOLDER]
"""

import argparse
import gzip
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The exit statuses of the README's table; 143 is the app's, which this script terminates.
EXPECTED = {0, 64, 65, 66, 69, 73, 74, 143}
COMMAND_SECONDS, APP_START_SECONDS, APP_SECONDS, APP_END_SECONDS = 150, 30, 5, 20
LETTERS = ["a", "é", "ß", "漢", "🙂", "\u0301", "\u202e", "\u200f", "\x00", "\x1b[2J", "\n", "\t", "\ufeff", "\\", '"', "/"]


def pictures():
    files = []
    for folder in ("Pictures", "IncompletePictures", "HostilePictures"):
        for file in sorted((ROOT / "Tests" / folder).iterdir()):
            files.append(gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes())
    return [data for data in files if len(data) < 300_000]


class Answers:
    """The bytes that a case answers, by the path of the request and how often it was requested."""

    def __init__(self, seed, number, port, files):
        self.seed, self.number, self.port, self.files = seed, number, port, files
        self.asked, self.sent, self.lock = {}, [], threading.Lock()

    def answer(self, path):
        path = path[:200]
        with self.lock:
            count = self.asked[path] = self.asked.get(path, 0) + 1
        # The seed does not depend on the port.
        generator = random.Random(f"{self.seed} {self.number} {path} {count}")
        kind = "comments" if "comments" in path else "feed" if "/feed" in path else "image"
        data = self.message(generator, kind)
        with self.lock:
            self.sent.append((path, data))
        return data

    def message(self, random, kind):
        body = {"feed": self.feed, "comments": self.comments, "image": self.image}[kind](random)
        if random.random() < 0.25:
            body = mutated(random, body)
        status, headers = 200, [("Content-Type", "application/json" if kind != "image" else "image/jpeg")]
        if random.random() < 0.2:
            status = random.choice([0, 7, 99, 100, 101, 103, 199, 204, 206, 301, 302, 304, 307, 401, 404, 410, 416, 429, 500,
                                    502, 503, 600, 999, random.randrange(1000)])
            headers.append(("Retry-After", random.choice(["0", "1", "-1", "x", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])))
            headers.append(("Location", self.url(random)))
        if random.random() < 0.4:
            headers.append(random.choice([
                ("ETag", random.choice(['"a"', 'W/"a"', '"', "", '"' + "x" * 5000 + '"', '"\x01"'])),
                ("Cache-Control", random.choice(["no-store", "max-age=0", "max-age=-1", "max-age=99999999999999999999999",
                                                 "immutable", "max-age=\"5\"", ",,,=", "no-cache", "s-maxage=x"])),
                ("Last-Modified", random.choice(["Thu, 01 Jan 1970 00:00:00 GMT", "x", "Fri, 31 Dec 99999 23:59:59 GMT"])),
                ("Date", random.choice(["Thu, 01 Jan 0000 00:00:00 GMT", "x", "Fri, 31 Dec 9999 23:59:59 GMT"])),
                ("Age", random.choice(["-1", "99999999999999999999", "x"])),
                ("Content-Range", random.choice(["bytes 0-0/1", "bytes 5-2/1", "bytes */*", "bytes 0-9223372036854775807/9223372036854775807", "x"])),
                ("Accept-Ranges", "bytes"), ("Link", random.choice(['<x>; rel="next"', "<<<>>>"])),
                ("Set-Cookie", "a=b"), ("X" * 3000, "y"), ("Vary", "*"), ("Content-Type", "text/html; charset=\x80")]))
        framing = random.random()
        length = len(body)
        if framing < 0.05:
            length = random.choice([0, 1, length + 1, max(0, length - 1), -1, 2**31, 2**63, 2**64, 10**30])
        if framing < 0.1 and framing >= 0.05:
            headers.append(("Content-Encoding", random.choice(["gzip", "deflate", "br", "gzip, gzip"])))
            body = random.choice([gzip.compress(body), body, gzip.compress(bytes(20_000_000)), gzip.compress(body)[:-4]])
            length = len(body)
        if framing > 0.9:
            headers.append(("Transfer-Encoding", random.choice(["chunked", "chunked", "chunked, chunked", "gzip, chunked", "x"])))
            body = b"".join(self.chunk(random, body[i : i + 4000]) for i in range(0, len(body), 4000)) + b"0\r\n\r\n"
        elif framing < 0.85:
            headers.append(("Content-Length", str(length)))
        headers.append(("Connection", random.choice(["close", "close", "keep-alive", "upgrade"])))
        random.shuffle(headers)
        version = "HTTP/1.1" if random.random() < 0.97 else random.choice(["HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "http/1.1", "ICY", ""])
        head = f"{version} {status:03} {random.choice(['OK', '', 'x' * 500, 'é'])}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers) + "\r\n"
        data = head.encode("utf-8", "surrogateescape")
        if random.random() < 0.08:
            data = mutated(random, data)
        return data + body

    def chunk(self, random, data):
        size = f"{len(data):x}" if random.random() < 0.98 else random.choice(["-1", "ffffffffffffffffff", "x", "", "0"])
        return size.encode() + b"\r\n" + data + b"\r\n"

    def text(self, random):
        kind = random.random()
        if kind < 0.5:
            return random.choice(["A lake at dawn", "Rhodes, Greece", "", "x"])
        if kind < 0.9:
            return "".join(random.choices(LETTERS, k=random.randrange(60)))
        return random.choice(LETTERS) * random.choice([1000, 20_000, 300_000])

    def url(self, random):
        base = f"http://127.0.0.1:{self.port}"
        if random.random() < 0.75:
            return f"{base}/images/{random.randrange(40)}.jpg"
        return random.choice([
            f"http://127.0.0.1:{random.choice([0, 65535, 65536, 70000, 2**31, 10**30])}/a.jpg", f"{base}/" + "a" * 9000,
            "http://[::1]:99999/a", "http://[::1", "http://", "http:///a", "//x/y", "/feed", "https://127.0.0.1:1/a",
            "http://user:se/cret@127.0.0.1/a", f"http://user:secret@127.0.0.1:{self.port}/a", "file:///etc/passwd",
            "javascript:1", f"{base}/%00%ff%zz", f"{base}/é漢🙂 x", "http://1.2.3.4.5/", "http://127.1:99/", "http://0x7f.1/",
            "http://" + "a." * 200 + "b/", f"{base}/images/../../x", f"HTTP://127.0.0.1:{self.port}/X", "http://127.0.0.1:-1/", "",
            f"{base}/a?" + "&" * 3000, f"{base}/#" + "x" * 100, "http://127.0.0.1:+80/", "http://١٢٧.0.0.1/"])

    def value(self, random, value):
        """A value to put in place of the right one."""
        return random.choice([None, True, 0, -1, 1e400, 10**400, 1.5, "", "x", [], {}, [[]] * 5, {"a": value}, [value],
                              self.text(random)])

    def feed(self, random):
        identifiers = [str(uuid.UUID(int=random.getrandbits(128))) for _ in range(random.choice([0, 1, 2, 10, 10, 10, 30]))]
        if identifiers and random.random() < 0.1:
            identifiers.append(identifiers[0])
        items = []
        for identifier in identifiers:
            item = {"id": identifier, "image": self.url(random)}
            if random.random() < 0.7:
                item["description"] = self.text(random)
            if random.random() < 0.7:
                item["location"] = self.text(random)
            items.append(item)
        return self.document(random, items)

    def comments(self, random):
        items = []
        for _ in range(random.choice([0, 1, 5, 50])):
            date = random.choice([
                "2020-05-20T11:24:59+0000", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "0000-01-01T00:00:00Z",
                "2020-02-30T00:00:00Z", "2020-05-20T24:00:00Z", "1582-10-10T00:00:00Z", "-2020-05-20T11:24:59Z",
                "2020-05-20T11:24:59+99:99", "2020-05-20T11:24:60Z", "99999-01-01T00:00:00Z", "x", "2020-05-20T11:24:59." + "9" * 400 + "Z"])
            if random.random() < 0.6:
                date = "2020-05-20T11:24:59+0000"
            items.append({"id": str(uuid.UUID(int=random.getrandbits(128))), "message": self.text(random), "created_at": date,
                          "author": {"username": self.text(random)}})
        return self.document(random, items)

    def document(self, random, items):
        document = {"items": items}
        if items and random.random() < 0.15:
            item = random.choice(items)
            key = random.choice(list(item))
            item[key] = self.value(random, item[key])
        if random.random() < 0.05:
            document = self.value(random, document)
        if random.random() < 0.02:
            return b"[" * 100_000
        text = json.dumps(document, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
        return text.replace(b"\\u00", random.choice([b"\\ud8", b"\\u00", b"\\u00", b"\\u00"]), 3)

    def image(self, random):
        data = random.choice(self.files)
        if random.random() < 0.5:
            data = mutated(random, data)
        return data


def mutated(random, data):
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 4, 16])):
        kind = random.randrange(6)
        position = random.randrange(len(data) + 1)
        if kind == 0 and position < len(data):
            data[position] ^= 1 << random.randrange(8)
        elif kind == 1 and position < len(data):
            data[position] = random.choice([0, 10, 13, 34, 127, 128, 255])
        elif kind == 2:
            del data[position : position + random.randrange(64)]
        elif kind == 3:
            data[position:position] = random.randbytes(random.randrange(32))
        elif kind == 4:
            data[position:position] = data[position : position + random.randrange(200)]
        elif random.random() < 0.3:
            del data[position:]
    return bytes(data)


class Server:
    def __init__(self, seed, number, files):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.answers = Answers(seed, number, self.listener.getsockname()[1], files)
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.answers.port}"

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            connection.settimeout(20)
            head = b""
            try:
                while b"\r\n\r\n" not in head and len(head) < 100_000:
                    part = connection.recv(65536)
                    if not part:
                        return
                    head += part
                words = head.split(b" ")
                connection.sendall(self.answers.answer(words[1].decode("latin-1") if len(words) > 1 else "/"))
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except OSError:
                pass

    def close(self):
        # Closing alone doesn't end the waiting call.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()


class Finding(Exception):
    pass


def command(program, arguments, environment):
    """Runs the terminal program once."""
    process = subprocess.Popen([program, *arguments], env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        output, errors = process.communicate(timeout=COMMAND_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        output, errors = process.communicate()
        raise Finding(f"hangs: {arguments}\n{errors[-20000:].decode(errors='replace')}")
    if process.returncode not in EXPECTED - {143}:
        raise Finding(f"status {process.returncode}: {arguments}\n{errors[-20000:].decode(errors='replace')}")
    return output


def app(program, arguments, environment, answers):
    """Shows the window for some seconds after its first request, then ends it."""
    asked = sum(answers.asked.values())
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([program, *arguments], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=errors)
        deadline = time.monotonic() + APP_START_SECONDS
        while process.poll() is None and sum(answers.asked.values()) == asked and time.monotonic() < deadline:
            time.sleep(0.05)
        try:
            process.wait(timeout=APP_SECONDS)
        except subprocess.TimeoutExpired:
            process.terminate()
        try:
            process.wait(timeout=APP_END_SECONDS)
            problem = None if process.returncode in EXPECTED else f"status {process.returncode}"
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            process.wait()
            problem = "does not end"
        if problem:
            errors.seek(0)
            raise Finding(f"the app: {problem}\n{errors.read()[-20000:].decode(errors='replace')}")


def run(programs, seed, number, files, with_app):
    server = Server(seed, number, files)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-"))
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "xdg"),
                   "XDG_CONFIG_HOME": str(folder / "config"), "SWIFT_BACKTRACE": "interactive=no,color=no", "LANG": "C.UTF-8"}
    common = ["--url", server.url, "--cache-dir", str(folder / "cache")]
    try:
        if with_app:
            for name in ("DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"):
                if name in os.environ:
                    environment[name] = os.environ[name]
            environment |= {"GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory",
                            "ADW_DISABLE_PORTAL": "1", "GTK_A11Y": "none", "G_DEBUG": "fatal-criticals"}
            # The second run starts with what the first one saved.
            for _ in range(2):
                app(programs / "essential-feed-app", common, environment, server.answers)
            return
        program = programs / "essential-feed"
        identifier = str(uuid.UUID(int=number))
        for arguments in (["feed", "--json"], ["feed", "--pages", "3"], ["image", f"{server.url}/images/1.jpg", "-o", str(folder / "image")],
                          ["comments", identifier], ["comments", identifier, "--json"], ["sync"], ["feed", "--offline"],
                          ["image", f"{server.url}/images/1.jpg", "-o", str(folder / "image")]):
            command(program, arguments + common, environment)
        command(program, ["cache", "status", "--cache-dir", str(folder / "cache"), "--url", server.url], environment)
    except Finding as finding:
        finding.sent = server.answers.sent
        raise
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--case", type=int)
    parser.add_argument("--every", type=int, default=10, help="one case in so many runs the app")
    parser.add_argument("--found", type=pathlib.Path, default=pathlib.Path("."))
    options = parser.parse_args()
    if "FUZZ_INSIDE" not in os.environ:
        os.environ["FUZZ_INSIDE"] = "1"
        display = ["xvfb-run", "-a", "-s", "-screen 0 800x1000x24 -noreset", str(ROOT / "Scripts/session.sh")]
        os.execvp(display[0], display + [sys.executable, *sys.argv, *([] if "--seed" in sys.argv else ["--seed", str(options.seed)])])
    files = pictures()
    print(f"Both programs against a server of seed {options.seed}.", flush=True)
    end = time.monotonic() + options.seconds
    number, counts = options.case or 0, [0, 0]
    while True:
        with_app = number % options.every == options.every - 1
        try:
            run(options.programs.resolve(), options.seed, number, files, with_app)
        except Finding as finding:
            options.found.mkdir(parents=True, exist_ok=True)
            kept = options.found / f"programs-{options.seed}-{number}"
            kept.write_bytes(str(finding).encode() + b"".join(
                b"\n\n" + path.encode() + b"\n" + data for path, data in finding.sent))
            print(f"Case {number} of seed {options.seed}: {finding}\nKept in {kept}", file=sys.stderr)
            sys.exit(1)
        counts[with_app] += 1
        number += 1
        if options.case is not None or time.monotonic() > end:
            break
    print(f"{counts[0]} cases of the terminal program, {counts[1]} of the app: nothing was found.")


main()
