"""How the ids of diagnostics hold (docs/idents.md): idents.py DIAG2STRUCT FIXTURES pairs|names

pairs  of the programs that gcc 12 and clang 19 both compiled: lines where each says one thing.
       Prints "agree N of M", then each pair that differs: program, line, both ids and messages.
names  of the same programs and clang's own table of messages: "ID<tab>NAME" of each diagnostic of
       clang whose name is known, sorted, each once.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

tool, fixtures, what = sys.argv[1:4]
INC = "/usr/lib/llvm-19/include/clang/Basic"


def read(path):
    done = subprocess.run([tool, "--to=jsonl", "--notes=none", path], capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def programs():
    for directory in sorted(glob.glob(f"{fixtures}/out/*") + glob.glob(f"{fixtures}/truth/out/*")):
        gcc, clang = f"{directory}/gcc-12.text", f"{directory}/clang-19.text"
        if os.path.exists(gcc) and os.path.exists(clang):
            yield os.path.relpath(directory, fixtures), gcc, clang


def pairs():
    agree, differ = 0, []
    for program, *paths in programs():
        places = [collections.defaultdict(list) for _ in paths]
        for place, path in zip(places, paths):
            for d in read(path):
                if d["line"] and d["level"] in ("error", "warning", "fatal"):
                    place[d["file"], d["line"]].append(d)
        for where in sorted(set(places[0]) & set(places[1])):
            one, two = places[0][where], places[1][where]
            if len(one) > 1 or len(two) > 1:
                continue
            if one[0]["id"] and one[0]["id"] == two[0]["id"]:
                agree += 1
            else:
                differ.append((program, str(where[1]), one[0], two[0]))
    print(f"agree {agree} of {agree + len(differ)}")
    for program, line, one, two in differ:
        print(program, line, one["id"] or "-", two["id"] or "-", one["message"], two["message"], sep="\t")


def templates():
    """The regular expression of each message of clang 19, the longest first, and its name."""
    out = []
    for path in sorted(glob.glob(f"{INC}/Diagnostic*Kinds.inc")):
        with open(path, encoding="utf8") as f:
            text = f.read()
        for m in re.finditer(r'^DIAG\((\w+), CLASS_(ERROR|WARNING|EXTENSION)\b[^"]*"((?:[^"\\]|\\.)*)"', text, re.M):
            words = m[3].replace('\\"', '"').replace("\\\\", "\\")
            words = re.sub(r"%(?:select|plural|diff|ordinal|sub|objcclass|objcinstance|q|quoted)*\{[^{}]*\}\d*(?:,\d+)*", "%0", words)
            words = re.sub(r"%[a-z]*\d+(?:,\d+)*", "%0", words)
            if "{" in words or len(words.replace("%0", "")) < 14:
                continue
            out.append((re.compile(".*".join(map(re.escape, words.split("%0")))), m[1], len(words)))
    return sorted(out, key=lambda t: -t[2])


def names():
    known, found = templates(), set()
    for program, _, clang in programs():
        for d in read(clang):
            if d["id"]:
                name = next((n for r, n, _ in known if r.fullmatch(d["message"])), None)
                if name:
                    found.add((d["id"], name))
    for pair in sorted(found):
        print(*pair, sep="\t")


pairs() if what == "pairs" else names()
