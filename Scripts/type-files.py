#!/usr/bin/env python3
"""Names each type that three or more other files use and that has no file of its name. Fails if there are any.

A file `Name+Part.swift` has the name of `Name`, too. Only types outside other types count, in the sources of the product. A
type of at most fifteen lines may stand with the type that it belongs to, unless ten files use it.
"""

import collections
import pathlib
import re
import sys

MANY, VERY_MANY = 3, 10
SHORT = 15
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|final|indirect|nonisolated) +)*"
    r"(?:struct|class|enum|actor|protocol|typealias) +(\w+)", re.MULTILINE)

texts = {
    path: re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for folder in ("Sources", "Server/Sources") for path in sorted(pathlib.Path(folder).rglob("*.swift"))
}
names = {path.stem.split("+")[0] for path in texts}
users = collections.defaultdict(set)
for path, text in texts.items():
    for word in set(re.findall(r"\w+", text)):
        users[word].add(path)


def length(text, name):
    """The number of lines of a type. Its last one is the first that begins with a brace."""
    body = re.search(
        rf"^[^\n]*\b(?:struct|class|enum|actor|protocol) +{name}\b[^\n]*\n(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
    return body[1].count("\n") + 2 if body else 1


def is_homeless(name, path, text):
    count = len(users[name] - {path})
    return name not in names and count >= (MANY if length(text, name) > SHORT else VERY_MANY)


homeless = [
    (path, name, len(users[name] - {path}))
    for path, text in texts.items() for name in TYPE.findall(text) if is_homeless(name, path, text)
]
for path, name, count in homeless:
    print(f"{path}: {name}, which {count} other files use, has no file of its name")
sys.exit(1 if homeless else 0)
