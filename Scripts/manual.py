#!/usr/bin/env python3
"""Turns what a program says of its command line into a manual page.

PROGRAM --experimental-dump-help | manual.py
"""

import json
import re
import sys


def escaped(text):
    """Returns a text as roff shows it, letter by letter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def paragraphs(text):
    """Yields the lines of a discussion. Its indented lines are examples, and stay as they are."""
    for paragraph in (text or "").strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        plain = [line for line in lines if not line.startswith(" ")]
        if plain:
            yield ".PP\n" + escaped("\n".join(plain))
        if len(plain) < len(lines):
            examples = (line.strip() for line in lines if line.startswith(" "))
            yield ".RS 4\n.nf\n" + escaped("\n".join(examples)) + "\n.fi\n.RE"


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


def page(command):
    name, commands = command["commandName"], list(commands_below(command))
    yield f".TH {escaped(name).upper()} 1 \"\" \"Essential Feed\" \"User Commands\""
    yield f".SH NAME\n{escaped(name)} \\- {escaped(command['abstract'].rstrip('.'))}"
    yield f".SH SYNOPSIS\n{synopsis(command)}"
    discussion = list(paragraphs(command.get("discussion")))
    yield ".SH DESCRIPTION\n" + escaped(command["abstract"])
    yield from (part for part in discussion if part != ".PP\n")
    yield ".SH OPTIONS"
    yield from map(described, own_arguments(command))
    if commands:
        yield ".SH COMMANDS"
    for below in commands:
        yield f".SS {synopsis(below)}"
        yield escaped(below.get("abstract", ""))
        yield from (part for part in paragraphs(below.get("discussion")) if part != ".PP\n")
        yield from map(described, own_arguments(below))
    others = {"essential-feed": "essential-feed-app", "essential-feed-app": "essential-feed"}
    yield f".SH SEE ALSO\n.BR {escaped(others[name])} (1)"


print("\n".join(page(json.load(sys.stdin)["command"])))
