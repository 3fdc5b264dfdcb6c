#!/usr/bin/env python3
"""Kills the server again and again while people write, and proves that it keeps what it has acknowledged.

Several people write comments, reactions and photos at random, change and delete them, sign browsers in and out, hide and show
photos, and invite and remove guests. A reader follows the changes. At a random event, which is a request or half a photo that
was sent, or an answer that arrived, the server gets SIGKILL. After each restart:

- everything that was acknowledged is there once, and nothing that was deleted;
- browsers that signed in are signed in, and those that signed out aren't; hidden photos are hidden, and removed guests are gone;
- a write whose answer was lost happened as a whole or not at all, and its repetition is answered as the same write;
- each photo of the feed can be loaded, and no other file lies beside the photos;
- the number of the last change isn't smaller than one that was seen, and the changes since then lead to the same state.

`--seed S` repeats the order of the writes; the moments of the kills depend on the machine, too.

Needs:  Python 3.10 or later
Run:    Scripts/torture.py FOLDER-OF-PROGRAMS [--kills N] [--seed S]
"""

import argparse
import collections
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
REACTIONS = ["heart", "thumbs-up", "laugh", "wow", "sad", "party"]
PICTURES = ["orientation-6.jpg", "plain.jpg", "plain.png", "large-progressive.jpg", "lossy.webp"]
# A person may write ten comments a minute and two hundred a day, so others take turns.
PEOPLE, WRITERS, MAXIMUM_PHOTOS, MAXIMUM_BROWSERS = 24, 6, 30, 5
# The only person who hides photos and invites guests.
ADMIN = 0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TIMEOUT = 60


class Failure(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failure(text)


class Server:
    """The program, from one kill to the next."""

    def __init__(self, program, folder, environment):
        self.errors = open(folder / "log", "ab")
        self.process = subprocess.Popen([program, "serve", str(folder / "photos"), "--port", "0", "--state", str(folder / "state")],
                                        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors)
        address = re.search(rb"http://([^\s:]+):(\d+)", self.process.stdout.readline())
        check(address, "the server doesn't start; its log is in the folder")
        self.address = (address[1].decode(), int(address[2]))

    def kill(self):
        self.process.kill()

    def wait(self):
        self.process.wait(TIMEOUT)
        self.process.stdout.close()
        self.errors.close()


class Client:
    """One connection with one person's token, or with none."""

    def __init__(self, server, token=None):
        self.connection = http.client.HTTPConnection(*server.address, timeout=TIMEOUT)
        self.token, self.session = token, None

    def send(self, method, path, body=None, headers=None):
        headers = ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | (headers or {})
        if "Cookie" in headers:
            # Each start has another port, and the cookie's name contains it.
            headers["Cookie"] = f"essential-feed-{self.connection.port}={headers['Cookie']}"
        self.connection.request(method, path, body, headers)

    def receive(self):
        response = self.connection.getresponse()
        cookie = re.match(r"essential-feed-\d+=([^;]+)", response.getheader("Set-Cookie", ""))
        self.session = cookie and cookie[1]
        return response.status, response.read()

    def ask(self, method, path, body=None, headers=None):
        self.send(method, path, body, headers)
        return self.receive()

    def json(self, path):
        status, body = self.ask("GET", path)
        check(status == 200, f"GET {path}: {status} {body[:200]}")
        return json.loads(body)

    def close(self):
        self.connection.close()


class Write:
    """A request that changes one thing, and the state of that thing afterwards; None is no such thing."""

    def __init__(self, person, thing, before, after, request):
        self.person, self.thing, self.before, self.after, self.request = person, thing, before, after, request

    def statuses(self, is_repeated, is_done):
        if self.request[0] == "DELETE":
            return {204}
        if self.request[0] == "POST":
            # A guest is invited and removed once.
            is_refused = self.thing[0] == "guest" and is_repeated and is_done
            return {(409 if self.after else 404) if is_refused else 303}
        if self.thing[0] == "reaction" or self.request[0] == "PATCH":
            return {200}
        return {200} if is_repeated and is_done else {201}


class World:
    """What the server has acknowledged."""

    def __init__(self, images, tokens, generator):
        # People write about all photos in the folder but the last two, which are hidden and shown.
        self.images, self.hideable, self.tokens, self.random = images[:-2], images[-2:], tokens, generator
        self.lock = threading.Lock()
        # The state of each thing, by its kind and ids. A deleted comment or photo stays, with the state None.
        self.things, self.writes, self.busy, self.lost = {}, {}, set(), []
        self.pictures = [(ROOT / "Tests/Pictures" / name).read_bytes() for name in PICTURES]
        self.counts = collections.Counter()

    def next_write(self, person):
        """A random write that no other one can hinder."""
        with self.lock:
            own = [(thing, state) for thing, state in self.things.items()
                   if thing not in self.busy and state is not None and state["person"] == person]
            photos = [item for item in own if item[0][0] == "photo"]
            comments = [item for item in own if item[0][0] == "comment"]
            browsers = [item for item in own if item[0][0] == "browser"]
            guests = [(thing, state) for thing, state in self.things.items()
                      if thing[0] == "guest" and thing not in self.busy and state is not None]
            kind = self.random.choices(
                ["comment", "reaction", "photo", "change", "delete comment", "delete photo",
                 "sign in", "sign out", "hide", "invite", "remove"], [6, 4, 3, 1, 2, 2, 1, 1, 1, 1, 1])[0]
            if kind == "photo" and sum(t[0] == "photo" and s is not None for t, s in self.things.items()) >= MAXIMUM_PHOTOS:
                kind = "delete photo"
            if kind.endswith("comment") and kind != "comment" and comments:
                thing, state = self.random.choice(comments)
                write = Write(person, thing, state, None, ("DELETE", f"/image/{thing[1]}/comments/{thing[2]}", None, {}))
            elif kind == "delete photo" and photos:
                thing, state = self.random.choice(photos)
                write = Write(person, thing, state, None, ("DELETE", f"/photos/{thing[1]}", None, {}))
            elif kind == "change" and photos:
                thing, state = self.random.choice(photos)
                caption = f"changed {self.random.getrandbits(32)}"
                write = Write(person, thing, state, state | {"caption": caption},
                              ("PATCH", f"/photos/{thing[1]}", json.dumps({"caption": caption}), {"Content-Type": "application/json"}))
            elif kind == "photo":
                thing, caption = ("photo", self.new_id()), f"photo {self.random.getrandbits(32)}"
                write = Write(person, thing, None, {"person": person, "caption": caption},
                              ("PUT", f"/photos/{thing[1]}", self.random.choice(self.pictures),
                               {"Content-Type": "image/jpeg", "Photo-Caption": urllib.parse.quote(caption)}))
            elif kind == "sign in" and len(browsers) < MAXIMUM_BROWSERS:
                # Only the answer has the cookie, so the browser has another name afterwards.
                write = Write(person, ("sign-in", self.new_id()), None, {"person": person},
                              ("POST", "/join", f"link={self.tokens[person]}", FORM))
            elif kind == "sign out" and browsers:
                thing, state = self.random.choice(browsers)
                write = Write(person, thing, state, None, ("POST", "/sign-out", "", FORM | {"Cookie": thing[1]}))
            elif kind == "hide":
                thing = ("hidden", self.random.choice(self.hideable))
                if thing in self.busy:
                    return None
                state = self.things.get(thing)
                after = {"person": ADMIN} if state is None else None
                write = self.moderation(thing, state, after, f"/photo/{thing[1]}", "hide-photo" if after else "show-photo")
            elif kind == "invite":
                name = f"guest-{self.random.getrandbits(32)}"
                write = self.moderation(("guest", name), None, {"person": ADMIN}, "/people", f"invite&name={name}&may=read")
            elif kind == "remove" and guests:
                thing, state = self.random.choice(guests)
                write = self.moderation(thing, state, None, "/people", f"revoke&name={thing[1]}")
            elif kind == "reaction":
                thing = ("reaction", self.random.choice(self.images), self.random.choice(REACTIONS), person)
                if thing in self.busy:
                    return None
                state = self.things.get(thing)
                after = {"person": person} if state is None or self.random.random() < 0.2 else None
                write = Write(person, thing, state, after, ("PUT" if after else "DELETE", f"/image/{thing[1]}/reactions/{thing[2]}", None, {}))
            else:
                thing, message = ("comment", self.random.choice(self.images), self.new_id()), f"comment {self.random.getrandbits(32)}"
                write = Write(person, thing, None, {"person": person, "message": message},
                              ("PUT", f"/image/{thing[1]}/comments/{thing[2]}", json.dumps({"message": message}),
                               {"Content-Type": "application/json"}))
            self.busy.add(write.thing)
            return write

    def moderation(self, thing, before, after, path, form):
        headers = FORM | {"Authorization": f"Bearer {self.tokens[ADMIN]}"}
        return Write(ADMIN, thing, before, after, ("POST", path, f"do={form}", headers))

    def new_id(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4)).upper()

    def acknowledge(self, write, session=None):
        with self.lock:
            self.busy.discard(write.thing)
            if write.thing[0] == "sign-in":
                check(session, "a browser signed in without a cookie")
                write.thing = ("browser", session)
            self.things[write.thing] = write.after
            if write.before is None and write.thing[0] in ("comment", "photo"):
                self.writes[write.thing] = write
            self.counts[write.thing[0]] += 1

    def refuse(self, write):
        with self.lock:
            self.busy.discard(write.thing)
            self.counts["refused"] += 1

    def lose(self, write):
        with self.lock:
            # A browser without a cookie isn't signed in, whatever the server did.
            if write.thing[0] == "sign-in":
                self.busy.discard(write.thing)
            else:
                self.lost.append(write)
            self.counts["without an answer"] += 1


class Round:
    """What happens between a start of the server and its end."""

    def __init__(self, server, world, events):
        self.server, self.world, self.events = server, world, events
        self.lock, self.failures, self.is_over, self.seen = threading.Lock(), [], threading.Event(), None

    def note_event(self):
        with self.lock:
            self.events -= 1
            if self.events == 0:
                self.is_over.set()
                self.server.kill()

    def parts(self, photo):
        """A photo in two parts, between which the server may end."""
        yield photo[: len(photo) // 2]
        self.note_event()
        yield photo[len(photo) // 2 :]

    def write(self, person):
        client = Client(self.server, self.world.tokens[person])
        try:
            while not self.is_over.is_set():
                write = self.world.next_write(person)
                if write is None:
                    continue
                try:
                    method, path, body, headers = write.request
                    if isinstance(body, bytes):
                        body, headers = self.parts(body), headers | {"Content-Length": str(len(body))}
                    client.send(method, path, body, headers)
                    self.note_event()
                    start = time.monotonic()
                    status, body = client.receive()
                except (OSError, http.client.HTTPException):
                    check(self.is_over.is_set(), f"no answer to {write.request[:2]}")
                    self.world.lose(write)
                    return
                if status == 429 or is_too_slow(write, status, start):
                    self.world.refuse(write)
                    return
                check(status in write.statuses(False, False), f"{write.request[:2]}: {status} {body[:300]}")
                self.world.acknowledge(write, client.session)
                self.note_event()
        except Failure as failure:
            self.fail(failure)
        finally:
            client.close()

    def follow(self, person, since):
        """Asks for the changes over and over, and keeps the last number."""
        client = Client(self.server, self.world.tokens[person])
        try:
            while not self.is_over.is_set():
                answer = client.json(f"/changes?since={urllib.parse.quote(since)}")
                check(number(answer["next"]) >= number(since), f"the changes went from {since} to {answer['next']}")
                since = self.seen = answer["next"]
        except (OSError, http.client.HTTPException):
            pass
        except Failure as failure:
            self.fail(failure)
        finally:
            client.close()

    def fail(self, failure):
        with self.lock:
            self.failures.append(failure)
        self.is_over.set()
        self.server.kill()

    def run(self, since):
        people = self.world.random.sample(range(PEOPLE), WRITERS)
        threads = [threading.Thread(target=self.write, args=(person,)) for person in people]
        threads.append(threading.Thread(target=self.follow, args=(people[0], since)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # All writers may have reached a limit.
        self.server.kill()
        self.server.wait()
        if self.failures:
            raise self.failures[0]
        return self.seen or since


def number(change):
    return int(change.split(":")[1])


class Reader:
    """Reads all that the server shows, and compares it with what it has acknowledged."""

    def __init__(self, world, state):
        self.world, self.state = world, state
        # A client's knowledge after following the changes since the first start.
        self.comments, self.reactions = {}, {}

    def follow(self, client, since):
        while True:
            answer = client.json("/changes" + (f"?since={urllib.parse.quote(since)}" if since else ""))
            check(not since or number(answer["next"]) >= number(since), f"the changes went from {since} to {answer['next']}")
            for comment in answer["comments"]:
                self.comments.pop(comment["id"], None)
                if not comment.get("deleted"):
                    self.comments[comment["id"]] = (comment["image"], comment["message"], comment["author"]["username"])
            for image in answer["images"]:
                self.reactions[image["id"]] = {(item["name"], author["username"]) for item in image["reactions"]
                                               for author in item["authors"]}
            since = answer["next"]
            if not answer["more"]:
                return since

    def shown(self, client, stranger):
        """The state of each thing that the server shows."""
        things, listed, after, last = {}, set(), "", None
        while True:
            items = client.json(f"/feed?limit=50{after}")["items"]
            for item in items:
                if item["id"] in self.world.images or item["id"] in self.world.hideable:
                    listed.add(item["id"])
                    continue
                thing = ("photo", item["id"])
                check(thing not in things, f"the photo {item['id']} is there twice")
                things[thing] = {"person": person(item["author"]), "caption": item.get("description")}
                self.load(client, item)
            if len(items) < 50 or items[-1]["id"] == last:
                break
            last = items[-1]["id"]
            after = f"&after_id={last}"
        for image in set(self.world.hideable) - listed:
            things[("hidden", image)] = {"person": ADMIN}
        for guest in re.findall(r'name="name" value="(guest-\d+)"', client.ask("GET", "/people")[1].decode()):
            things[("guest", guest)] = {"person": ADMIN}
        browsers = [item for item in self.world.things.items() if item[0][0] == "browser"]
        ended = [item for item in browsers if item[1] is None]
        for thing, state in [item for item in browsers if item[1]] + ended[-10:]:
            status, _ = stranger.ask("GET", "/manifest.webmanifest", None, {"Cookie": thing[1]})
            # Strangers have a limit.
            if status not in (401, 429):
                things[thing] = state or {}
        for image in self.world.images:
            for item in client.json(f"/image/{image}/comments")["items"]:
                thing = ("comment", image, item["id"])
                check(thing not in things, f"the comment {item['id']} is there twice")
                things[thing] = {"person": person(item["author"]["username"]), "message": item["message"]}
            for item in client.json(f"/image/{image}/reactions")["items"]:
                for author in item["authors"]:
                    thing = ("reaction", image, item["name"], person(author["username"]))
                    check(thing not in things, f"the reaction {thing} is there twice")
                    things[thing] = {"person": thing[3]}
        return things

    def load(self, client, item):
        for address in {item["image"]} | {size["url"] for size in item.get("sizes", [])}:
            url = urllib.parse.urlsplit(address)
            status, body = client.ask("GET", f"{url.path}?{url.query}")
            check(status == 200 and body[:3] == b"\xff\xd8\xff" and body[-2:] == b"\xff\xd9",
                  f"the photo {item['id']} can't be loaded: {status}, {len(body)} bytes")

    def check(self, server, since):
        client, stranger = Client(server, self.world.tokens[ADMIN]), Client(server)
        lost, self.world.lost = {write.thing: write for write in self.world.lost}, []
        shown = self.shown(client, stranger)
        expected = {thing: state for thing, state in self.world.things.items() if state is not None}
        for thing in set(shown) | set(expected) | set(lost):
            state, write = shown.get(thing), lost.get(thing)
            permitted = [write.before, write.after] if write else [expected.get(thing)]
            check(state in permitted, f"{thing} is {state} instead of {permitted}")
        kept = {path.name for folder in self.state.glob("posts-*") for path in folder.iterdir()}
        check(kept == {f"{thing[1]}.jpg" for thing in shown if thing[0] == "photo"}, f"the files of photos are {sorted(kept)}")
        for thing, write in lost.items():
            self.repeat(server, write, is_repeated=True, is_done=shown.get(thing) == write.after)
            self.world.acknowledge(write)
        # A repeated old request changes nothing, and doesn't restore deleted items.
        for thing, write in self.world.random.sample(sorted(self.world.writes.items()), min(6, len(self.world.writes))):
            now = self.world.things[thing]
            status = self.repeat(server, write, expected={410} if now is None else {200})
            check(status != 200 or now["person"] == write.person, f"{thing} belongs to another person")
        since = self.follow(client, since)
        shown = self.shown(client, stranger)
        check(shown == {thing: state for thing, state in self.world.things.items() if state is not None},
              "what is shown differs after the repetitions")
        comments = {thing[2]: (thing[1], state["message"], name(state["person"])) for thing, state in shown.items() if thing[0] == "comment"}
        reactions = {(thing[1], thing[2], name(thing[3])) for thing in shown if thing[0] == "reaction"}
        check(self.comments == comments, "following the changes leads to other comments")
        check({(image, *item) for image, items in self.reactions.items() for item in items} == reactions,
              "following the changes leads to other reactions")
        client.close()
        stranger.close()
        return since

    def repeat(self, server, write, is_repeated=False, is_done=False, expected=None):
        client = Client(server, self.world.tokens[write.person])
        for _ in range(10):
            start = time.monotonic()
            status, body = client.ask(*write.request)
            if not is_too_slow(write, status, start):
                break
        client.close()
        expected = expected or write.statuses(is_repeated, is_done)
        check(status in expected, f"{write.request[:2]} again: {status} instead of {expected} {body[:300]}")
        return status


def is_too_slow(write, status, start):
    """Whether a busy machine hasn't drawn a photo in time. A 503 that comes at once is a failure."""
    return status == 503 and write.thing[0] == "photo" and time.monotonic() - start > 10


def name(person):
    return f"friend-{person}"


def person(name):
    return int(name.removeprefix("friend-"))


def torture(programs, folder, kills, generator):
    program = str(programs / "essential-feed")
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "interactive=no,color=no"}
    (folder / "photos").mkdir()
    files = ["srgb.jpg", "progressive.jpg", "grey.png", "indexed.png", "lossless.webp"]
    for file in files:
        shutil.copy(ROOT / "Tests/Pictures" / file, folder / "photos" / file)
    state = folder / "state"
    tokens = []
    for index in range(PEOPLE):
        may = "admin" if index == ADMIN else "post"
        result = subprocess.run([program, "invite", name(index), "--may", may, "--json", "--state", str(state),
                                 "--public-url", "http://127.0.0.1:8080"], env=environment, check=True, capture_output=True)
        tokens.append(json.loads(result.stdout)["token"])
    server = Server(program, folder, environment)
    client = Client(server, tokens[0])
    while len(items := client.json("/feed")["items"]) < len(files):
        time.sleep(0.1)
    world = World([item["id"] for item in items], tokens, generator)
    client.close()
    reader = Reader(world, state)
    since = reader.check(server, None)
    for kill in range(1, kills + 1):
        seen = Round(server, world, generator.randint(1, 40)).run(since)
        server = Server(program, folder, environment)
        client = Client(server, tokens[0])
        last = client.json("/changes?since=" + urllib.parse.quote(seen))["next"]
        check(number(last) >= number(seen), f"the changes went from {seen} to {last}")
        client.close()
        since = reader.check(server, since)
        if kill % 10 == 0 or kill == kills:
            print(f"{kill} kills, {dict(world.counts)}", flush=True)
    server.kill()
    server.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    print(f"Seed {options.seed}: --seed {options.seed} repeats the order of the writes.", flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="torture-"))
    try:
        torture(options.programs.resolve(), folder, options.kills, random.Random(options.seed))
    except Failure as failure:
        print(f"{failure}\nThe state is in {folder}.", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    print(f"Nothing was lost, doubled or half visible after {options.kills} kills.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
