#!/usr/bin/env python3
"""Extracts the texts of the sources into po/, and generates the program's translations from po/.

Usage: texts.py [--check]    from the project's root.

Without --check, it writes po/essential-feed.pot from the sources, adds new texts to the languages' files and removes
those that no program shows any more, and writes the Swift file with the translations. With --check, it writes nothing
and exits 1 if one of these files is out of date, or if a translation is missing or has different placeholders.
"""
import pathlib
import re
import sys

PO = pathlib.Path("po")
GENERATED = pathlib.Path("Sources/EssentialFeed/Shared/Presentation/Translations.swift")
SOURCES = ("Sources", "Server/Sources")
# The rules that Language.isSingular follows.
LANGUAGES = {"el": ("greek", "nplurals=2; plural=(n != 1);"), "pt_BR": ("brazilianPortuguese", "nplurals=2; plural=(n > 1);")}
HEADER = ("Project-Id-Version: essential-feed\n{team}MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
          "Content-Transfer-Encoding: 8bit\n{rule}")

KEYS = re.compile(r"^( *)(?:\w+ )*enum \w+: String, TextKey \{\n(.*?)^\1\}", re.S | re.M)
KEY = re.compile(r"((?:^ *///.*\n)*)^ *case \w+ =\s*\"((?:[^\"\\]|\\.)*)\"", re.M)
CALL = re.compile(r"((?:^ *// Translators:.*\n)?)^.*?\b(?:Message|localized)\(\s*(?=\")|\b(?:Message|localized)\(\s*(?=\")", re.M)
PLACEHOLDER = re.compile(r"%(?:(\d)\$)?@")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "0": "\0"}


# MARK: Sources

def unescaped(text):
    text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda match: chr(int(match[1], 16)), text)
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], text)


def after_interpolation(source, start):
    """Returns the position after the parenthesis that ends the interpolation."""
    depth, position = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(source[position], 0)
        position += 1
    return position


def literal(source, start):
    """Returns the text of the string literal, with a placeholder for each value."""
    quote = '"""' if source.startswith('"""', start) else '"'
    parts, position = [""], start + len(quote)
    while not source.startswith(quote, position):
        if source.startswith("\\(", position):
            position = after_interpolation(source, position + 2)
            parts.append("")
        else:
            length = 2 if source[position] == "\\" else 1
            parts[-1] += source[position:position + length]
            position += length
    if re.match(r"\s*\+", source[position + len(quote):]):
        sys.exit(f"texts.py: a text must be one literal: {parts[0]}")
    text = "%@".join(parts)
    if quote != '"':
        indent = re.search(r"\n( *)$", text)[1]
        lines = [line.removeprefix(indent) for line in text.split("\n")[1:-1]]
        text = "\n".join(lines).replace("\\\n", "")
    return unescaped(text)


def source_texts():
    """Returns the comment for translators of each text of the sources."""
    texts = {}
    for folder in SOURCES:
        for path in sorted(pathlib.Path(folder).rglob("*.swift")):
            source = path.read_text(encoding="utf-8")
            for keys in KEYS.finditer(source) if "TextKey {" in source else ():
                for key in KEY.finditer(keys[2]):
                    comment = " ".join(line.strip(" /") for line in key[1].splitlines())
                    texts[unescaped(key[2])] = texts.get(unescaped(key[2])) or comment
            source = re.sub(r"^ *///.*$", "", source, flags=re.M)
            for call in CALL.finditer(source) if re.search(r"Message|localized", source) else ():
                text = literal(source, call.end())
                comment = (call[1] or "").strip().removeprefix("// Translators:").strip()
                texts[text] = texts.get(text) or comment
    return texts


# MARK: po

def quoted(text):
    lines = [re.sub(r'["\\]', r"\\\g<0>", line).replace("\n", "\\n") for line in text.splitlines(keepends=True)] or [""]
    return "\n".join(f'"{line}"' for line in ([""] + lines if len(lines) > 1 else lines))


def po_text(entries, comments, team="", rule=""):
    """Returns a file in gettext's format. A bar separates singular and plural, and EOT follows a context."""
    blocks = ["msgid \"\"\nmsgstr " + quoted(HEADER.format(team=team, rule=rule))]
    for text, translation in entries.items():
        (context, _, message), lines = text.rpartition("\4"), []
        forms = message.split("|")
        if comments.get(text):
            lines.append(f"#. {comments[text]}")
        if PLACEHOLDER.search(text):
            lines.append("#, objc-format")
        if context:
            lines.append(f"msgctxt {quoted(context)}")
        lines.append(f"msgid {quoted(forms[0])}")
        if len(forms) == 1:
            lines.append(f"msgstr {quoted(translation)}")
        else:
            lines.append(f"msgid_plural {quoted(forms[1])}")
            translations = translation.split("|") if translation else ["", ""]
            lines += [f"msgstr[{index}] {quoted(form)}" for index, form in enumerate(translations)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def read_po(path):
    """Returns the header and the translations of a file. A fuzzy translation counts as missing."""
    entries = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        fields, field = {}, None
        for line in block.splitlines():
            if match := re.match(r'(msg\w+(?:\[\d\])?) (?=")', line):
                field, line = match[1], line[match.end():]
                fields[field] = ""
            if line.startswith('"'):
                fields[field] += unescaped(line[1:-1])
        if not fields:
            continue
        text = "|".join(fields[name] for name in ("msgid", "msgid_plural") if name in fields)
        text = fields["msgctxt"] + "\4" + text if "msgctxt" in fields else text
        forms = [value for name, value in fields.items() if name.startswith("msgstr")]
        isFuzzy = re.search(r"^#,.*fuzzy", block, re.M)
        entries[text] = "" if isFuzzy or not all(forms) else "|".join(forms)
    return entries.pop(""), entries


def placeholders(form):
    return sorted(match[1] or str(index + 1) for index, match in enumerate(PLACEHOLDER.finditer(form)))


def mistakes(name, texts, header, translations):
    if LANGUAGES[name][1] not in header:
        yield f"Plural-Forms aren't {LANGUAGES[name][1]}"
    for text in texts:
        translation, forms = translations.get(text, ""), text.count("|") + 1
        if not translation:
            yield f"not translated: {text}"
        elif translation.count("|") + 1 != forms:
            yield f"doesn't have {forms} forms: {text}"
        elif {tuple(placeholders(form)) for form in (text + "|" + translation).split("|")} != {
                tuple(placeholders(text.split("|")[0]))}:
            yield f"different placeholders: {text}"


# MARK: Swift

def swift(text):
    return '"' + re.sub(r'["\\]', r"\\\g<0>", text).replace("\n", "\\n").replace("\4", "\\u{4}") + '"'


def swift_file(languages):
    lines = ["// Generated from po/ by Scripts/texts.py.", "// swift-format-ignore-file", "", "extension Language {"]
    names = ", ".join(f"{LANGUAGES[name][0]}: String" for name in languages)
    lines += ["    /// The translations of the English texts; empty if missing. A bar separates singular and plural.",
              f"    static let translations: [String: ({names})] = ["]
    for text in sorted(set().union(*languages.values())):
        forms = ", ".join(swift(translations.get(text, "")) for translations in languages.values())
        lines.append(f"        {swift(text)}: ({forms}),")
    lines.append("    ]")
    return "\n".join(lines + ["}", ""])


def main():
    isCheck = "--check" in sys.argv[1:]
    comments = source_texts()
    found, files, languages = [], {}, {}
    template = {text: "" for text in comments}
    ids = [text.split("|")[0] for text in comments]
    found += [f"the same text with and without a plural: {text}" for text in set(ids) if ids.count(text) > 1]
    files[PO / "essential-feed.pot"] = po_text(template, comments)
    for name, (_, rule) in LANGUAGES.items():
        path = PO / f"{name}.po"
        header, translations = read_po(path)
        found += [f"{path}: {mistake}" for mistake in mistakes(name, comments, header, translations)]
        languages[name] = {text: translations[text] for text in comments if translations.get(text)}
        merged = {text: translations.get(text, "") for text in comments}
        team = "".join(line + "\n" for line in header.split("\n") if re.match("Last-Translator|Language", line))
        files[path] = po_text(merged, comments, team, f"Plural-Forms: {rule}\n")
    files[GENERATED] = swift_file(languages)
    for path, text in files.items():
        if not isCheck:
            path.write_text(text, encoding="utf-8")
        # The order doesn't count: it changes when code moves.
        elif not path.exists() or sorted(path.read_text(encoding="utf-8").split("\n\n")) != sorted(text.split("\n\n")):
            found.append(f"{path}: out of date; run Scripts/texts.py")
    print("\n".join(found) or f"{len(comments)} texts in {len(LANGUAGES) + 1} languages")
    sys.exit(1 if found and isCheck else 0)


if __name__ == "__main__":
    main()
