#!/usr/bin/env python3
"""What compilers print for the labelled diagnostics (tests/fixtures/diag/labels_*.tsv).

labelled.py SOURCE [TESTSUITE]: a JSON object a line for each label whose diagnostic can be had
again: part, program, tool, level, flag, message, raw (its text, with what is printed before it and
its notes) and unit (number of the compile). From the fixtures' recorded output, and, where
TESTSUITE is GCC's gcc/testsuite, by compiling its programs with the label's compiler. The tests'
own directives are taken out of the sources first: they quote the expected message beside the line
at fault, which no user's line does. The last line on stderr counts.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HEAD = re.compile(r"^(?:.*?[^:\s].*?:(?:\d+:)?(?:\d+:)? |)(fatal error|error|warning|note|remark|"
                  r"sorry, unimplemented|internal compiler error): (.*)$")
BEFORE = re.compile(r"^(In file included from |\s+from |.*: (In|At) |.*:   required |"
                    r".*:\d+:\d+:   (required|in|\[)|In )")
END = re.compile(r"^(\d+ (error|warning)s? (and|generated)|compilation terminated|cc1)")
OPTIONS = re.compile(r'\{\s*dg-(?:additional-)?options\s+("[^"]*"|\{[^}]*\}|\S+)')
DIRECTIVES = [re.compile(rb"[ \t]*/\*[ \t]*\{[ \t]*dg-(?![a-z-]*options)[^\n]*?\}[ \t]*\*/"),
              re.compile(rb"[ \t]*//[ \t]*\{[ \t]*dg-(?![a-z-]*options)[^\n]*")]
# Of gcc's options clang knows not all.
GCC_ONLY = re.compile(r"-f(dump|analyzer|no-|diag|gnu-tm|openacc|concepts|implicit-constexpr|plan9|"
                      r"checking)|-O|-m|--param")
# What a label's diagnostic may have been asked for with, one after the other.
TRIES = [[], ["-Wall", "-Wextra"], ["-Wall", "-Wextra", "-pedantic"], ["-Wall", "-Wextra", "-O2"],
         ["-fopenmp"], ["-fgnu-tm"], ["-fanalyzer"], ["-Weverything"], ["-Wthread-safety"],
         ["-std=c++20", "-Wall"], ["-std=c++98", "-Wall"], ["-std=c17", "-Wall"],
         ["-std=c99", "-pedantic"]]


def chunks(text):
    """The diagnostics of a compile: what leads to each, its own lines, its notes."""
    out, pending, current = [], [], None
    for line in text.split("\n"):
        head = HEAD.match(line)
        if head and head[1] != "note":
            current, pending = pending + [line], []
            out.append(current)
        elif END.match(line):
            current = None
        elif not head and BEFORE.match(line):
            pending.append(line)
        elif current is not None and line:
            if head:
                current.extend(pending)
                pending = []
            (pending if pending else current).append(line)
    return out


def find(label, text):
    for chunk in chunks(text):
        for line in chunk:
            head = HEAD.match(line)
            if head and head[1] != "note" and head[2].startswith(label["message"]):
                return "\n".join(chunk) + "\n"
    return None


def commands(suite, program, tool, work):
    """The compiles of a program, in a directory of its own."""
    path = os.path.join(suite, program)
    name = os.path.basename(program)
    with open(path, "rb") as f:
        source = f.read()
    options = [w for m in OPTIONS.finditer(source.decode("latin1"))
               for w in m[1].strip('"{}').split() if w.startswith("-")]
    for directive in DIRECTIVES:
        source = directive.sub(b"", source)
    with open(os.path.join(work, name), "wb") as f:
        f.write(source)
    languages = ["c", "c++"] if program.startswith("c-c++") else \
        ["c++"] if program.startswith("g++") else ["c"]
    gcc = tool.startswith("gcc")
    if not gcc:
        options = [o for o in options if not GCC_ONLY.match(o)]
    for language in languages:
        driver = tool if language == "c" else tool.replace("gcc", "g++").replace("clang", "clang++")
        for more in TRIES:
            if gcc and more and more[0] in ("-Weverything", "-Wthread-safety"):
                continue
            if not gcc and more == ["-fgnu-tm"] or not gcc and more == ["-fanalyzer"]:
                continue
            if more and more[0].startswith("-std") and ("c++" in more[0]) != (language == "c++"):
                continue
            yield [driver, "-x", language, *options, *more, "-I", os.path.dirname(path), "-c", name,
                   "-o", "/dev/null"]


def run(command, work):
    env = {"LC_ALL": "C", "PATH": os.environ["PATH"]}
    try:
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stderr.decode("utf8", "surrogateescape")


def recorded(source, program, tool):
    stem = os.path.splitext(program.split("/", 1)[1])[0]
    kind = "link/out" if program.startswith("link/") else "out"
    for path in sorted(glob.glob(f"{source}/tests/fixtures/diag/{kind}/{stem}/*.text")):
        if os.path.basename(path).startswith(tool + "."):
            with open(path, "rb") as f:
                yield f.read().decode("utf8", "surrogateescape")


def texts(source, suite, program, tool, work):
    if program.startswith(("fixture/", "link/")):
        yield from recorded(source, program, tool)
    elif suite and os.path.exists(os.path.join(suite, program)):
        for command in commands(suite, program, tool, work):
            yield run(command, work)


def labels(source):
    for part in ("tune", "test"):
        path = f"{source}/tests/fixtures/diag/labels_{part}.tsv"
        with open(path, encoding="utf8", errors="surrogateescape") as f:
            for line in f:
                if not line.startswith("#"):
                    c = line.rstrip("\n").split("\t")
                    yield {"part": part, "program": c[4], "tool": c[5], "level": c[6],
                           "flag": c[7], "message": c[8]}


def main():
    source, suite = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    groups = collections.defaultdict(list)
    for label in labels(source):
        groups[label["program"], label["tool"]].append(label)

    def one(group):
        (program, tool), wanted = group
        found = {}
        with tempfile.TemporaryDirectory() as work:
            for text in texts(source, suite, program, tool, work):
                for i, label in enumerate(wanted):
                    if i not in found:
                        raw = find(label, text)
                        if raw:
                            found[i] = dict(label, raw=raw)
                if len(found) == len(wanted):
                    break
        return [found[i] for i in sorted(found)]

    count = 0
    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(one, groups.items()):
            for item in found:
                count += 1
                print(json.dumps(item))
    print(f"{count} of {sum(map(len, groups.values()))} labelled diagnostics", file=sys.stderr)


if __name__ == "__main__":
    main()
