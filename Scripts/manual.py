#!/usr/bin/env python3
"""Turns what a program says of its command line into manual pages: one for the program and one for each command.

PROGRAM --experimental-dump-help | manual.py FOLDER VERSION
"""

import json
import re
import sys


def escaped(text):
    """Returns a text as roff shows it, letter by letter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


# The sections of a discussion with separate headings in a manual, in their order.
SECTIONS = ["Exit status", "Environment", "Files", "Examples"]


def parts(text):
    """Returns the paragraphs of a discussion, and its sections: the lines below a title such as "Examples:"."""
    plain, sections = [], {}
    for paragraph in filter(None, (text or "").strip("\n").split("\n\n")):
        title, *lines = paragraph.split("\n")
        if title.rstrip(":") in SECTIONS:
            sections[title.rstrip(":")] = lines
        else:
            plain.append(".PP\n" + escaped(paragraph))
    return plain, sections


def section(title, lines):
    """Yields a section: examples as they are, everything else as a list of terms and what they mean."""
    yield f".SH {title.upper()}"
    if title == "Examples":
        yield ".nf\n" + escaped("\n".join(line.strip() for line in lines)) + "\n.fi"
        return
    for line in lines:
        term, *meaning = re.split(r"  +", line.strip(), maxsplit=1)
        # A long term has its meaning in the next line.
        if line.startswith("   "):
            yield escaped(line.strip())
        else:
            yield f".TP\n\\fB{escaped(term)}\\fR" + "".join(f"\n{escaped(text)}" for text in meaning)


def name_of(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def value_of(argument):
    return f"\\fI{escaped(argument['valueName'])}\\fR"


def described(argument):
    """Returns an option or an argument with what it does."""
    names = ", ".join(f"\\fB{escaped(name_of(name))}\\fR" for name in argument.get("names", []))
    if argument["kind"] != "flag":
        names = f"{names} {value_of(argument)}".strip()
    sentences = [argument.get("abstract", ""), argument.get("discussion", "")]
    if "defaultValue" in argument:
        sentences.append(f"Default: {argument['defaultValue']}.")
    if "allValues" in argument:
        sentences.append(f"Values: {', '.join(argument['allValues'])}.")
    return f".TP\n{names}\n" + escaped(" ".join(filter(None, sentences)))


def shown(items):
    return [item for item in items or [] if item.get("shouldDisplay", True)]


def own_arguments(command):
    """Returns the arguments of a command. Every command has a version and help: only the page itself says so."""
    common = {"version", "help"} if command.get("superCommands") else set()
    return [argument for argument in shown(command.get("arguments")) if argument["valueName"] not in common]


def synopsis(command):
    parts = [f"\\fB{escaped(' '.join(command.get('superCommands', []) + [command['commandName']]))}\\fR"]
    arguments = own_arguments(command)
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            value = value_of(argument)
            parts.append(f"[{value}]" if argument["isOptional"] else value)
    if any(commands_below(command)):
        parts.append("\\fIcommand\\fR")
    return " ".join(parts)


def commands_below(command):
    for below in shown(command.get("subcommands")):
        # The program lists its own help as a command; the page is that help.
        if below["commandName"] != "help":
            yield below
            yield from commands_below(below)


def reference(name):
    return f".BR {escaped(name)} (1)"


def page(command, root, version):
    """Yields the lines of the page of a program, or of one of its commands."""
    is_root = command is root
    name = page_name(command)
    plain, sections = parts(command.get("discussion"))
    # What holds for the program holds for its commands.
    sections = parts(root.get("discussion"))[1] | sections if not is_root else sections
    yield f".TH {escaped(name).upper()} 1 \"\" \"{escaped(version)}\" \"User Commands\""
    yield f".SH NAME\n{escaped(name)} \\- {escaped(command['abstract'].rstrip('.'))}"
    yield f".SH SYNOPSIS\n{synopsis(command)}"
    yield ".SH DESCRIPTION\n" + escaped(command["abstract"])
    yield from plain
    if own_arguments(command):
        yield ".SH OPTIONS"
        yield from map(described, own_arguments(command))
    commands = list(commands_below(command))
    if commands:
        yield ".SH COMMANDS"
    for below in commands:
        yield f".TP\n{synopsis(below)}\n{escaped(below['abstract'])}"
    for title in SECTIONS:
        # The program's examples are of all its commands.
        if title in sections and (is_root or title != "Examples" or "Examples:" in (command.get("discussion") or "")):
            yield from section(title, sections[title])
    others = {"essential-feed": ["essential-feed-app"], "essential-feed-app": ["essential-feed"]}
    yield ".SH SEE ALSO\n" + ",\n".join(
        map(reference, others[name] + [page_name(below) for below in commands] if is_root else [root["commandName"]]))


def page_name(command):
    return "-".join(command.get("superCommands", []) + [command["commandName"]])


root = json.load(sys.stdin)["command"]
folder, version = sys.argv[1:]
for command in [root, *commands_below(root)]:
    with open(f"{folder}/{page_name(command)}.1", "w") as file:
        print("\n".join(page(command, root, version)), file=file)
