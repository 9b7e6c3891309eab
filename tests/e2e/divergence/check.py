"""Does a divergence say what a gdb script of its own finds in both programs?

check.py DIRECTORY <records: each is built as its two programs, run under gdb, and compared. Writes
a line for each that is not as it should be, and how many were compared.
"""
import difflib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def shape(context):
    """The divergence of a record's terse context, as JSON has it."""
    line = next(l for l in context.split("\n") if l.startswith("divergence("))
    listed = line[len("divergence"):].replace("(", "[", 1)[:-1] + "]"
    texts = []

    def keep(match):
        texts.append(match.group(0))
        return "\x00%d\x00" % (len(texts) - 1)

    listed = re.sub(r'"(?:[^"\\]|\\.)*"', keep, listed).replace("{", "[").replace("}", "]")
    return json.loads(re.sub("\x00(\\d+)\x00", lambda m: texts[int(m.group(1))], listed))


def function_lines(text, name):
    """First and last line of a function of C, whose braces stand at the margin."""
    lines = text.split("\n")
    head = next(i for i, l in enumerate(lines) if re.match(r"\w.*\b%s\(" % name, l) and not l.endswith(";"))
    return head + 1, next(i for i in range(head, len(lines)) if lines[i] == "}") + 1


def run(directory, text, name, names, record):
    first, last = function_lines(text, name)
    path = os.path.join(directory, "p.c")
    with open(path, "w") as f:
        f.write(text)
    subprocess.run(["gcc-12", "-g", "-O0", "-o", path[:-2], path, "-lm"], check=True, stderr=subprocess.DEVNULL)
    wanted = {"file": "p.c", "first": first, "last": last, "names": names, "out": path + ".states",
              "args": record["run"]["argv"][1:]}
    try:
        subprocess.run(["gdb", "-batch", "-nx", "-ex", "py WANTED = %r" % wanted,
                        "-x", os.path.join(HERE, "states.py"), path[:-2]], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20, cwd=directory)
    except subprocess.TimeoutExpired:
        pass  # of a program that does not end there are the states until then
    with open(path + ".states") as f:
        return [json.loads(l) for l in f]


def line_map(fixed, buggy):
    """Of lines of the fixed text: those of the faulty one; where as many were changed, one by one."""
    found = {}
    a, b = fixed.split("\n"), buggy.split("\n")
    for tag, i, j, k, l in difflib.SequenceMatcher(None, a, b, False).get_opcodes():
        if tag == "equal" or j - i == l - k:
            found.update((i + n + 1, k + n + 1) for n in range(j - i))
    return found


def is_same(said, seen):
    """Values as the record and as gdb prints them; of a text, as far as the record has it."""
    if not said.startswith('"'):
        return said == seen
    said, seen = (re.search(r'"((?:[^"\\]|\\.)*)', v) for v in (said, seen))
    return bool(seen) and seen.group(1).startswith(said.group(1)) and \
        (len(said.group(1)) > 30 or seen.group(1) == said.group(1))


def is_alike(faulty, right):
    """Two states, but for names that in both hold what the stack held before."""
    names = set(faulty["vars"]) | set(right["vars"])
    chance = set(faulty["chance"]) & set(right["chance"])
    return faulty["line"] == right["line"] and \
        all(faulty["vars"].get(n) == right["vars"].get(n) for n in names - chance)


def check(record, directory):
    function, _, call, states, sides, *rest = shape(record["context"])
    names = [c[0] for c in (sides[0] + [[]])[2]] if len(sides[0]) > 2 else []
    lines = line_map(record["fixed"], record["buggy"])
    faulty = [s for s in run(directory, record["buggy"], function, names, record) if s["line"] in lines.values()]
    right = [dict(s, line=lines[s["line"]]) for s in run(directory, record["fixed"], function, names, record)
             if s["line"] in lines]
    alike = 0
    while alike < min(len(faulty), len(right)) and is_alike(faulty[alike], right[alike]):
        alike += 1
    said = len(states) + (rest[0] if rest else 0)
    # Under AddressSanitizer the line that a function begins with may be a stop of its own, at each call.
    if said - alike not in (0, call):
        return "%d states are alike, not %d" % (alike, said)
    first = function_lines(record["buggy"], function)[0]
    entry = min(s["line"] for s in faulty)
    shown = [s[0] for s in states if s[0] >= entry or said == alike]
    before = [s["line"] for s in faulty[alike - len(shown):alike]]
    if shown != before:
        return "other states came before: %s" % before
    if call != sum(s["line"] == entry for s in faulty[:alike + 1]) or entry < first:
        return "another call"
    for side, run_states in zip(sides, (faulty, right)):
        if side[1] != run_states[alike]["line"]:
            return "%s goes to line %d" % (side[0], run_states[alike]["line"])
        for name, value in (side[2] if len(side) > 2 else []):
            if not is_same(value, run_states[alike]["named"].get(name, "")):
                return "%s has %s = %s" % (side[0], name, run_states[alike]["named"].get(name))
    return None


def is_comparable(record):
    """Without sanitizers a run ends elsewhere, and what lies at an address nobody says."""
    sides = shape(record["context"])[4]
    return not any(len(s) > 3 or "<" in json.dumps(s) for s in sides)


count = bad = 0
for text in sys.stdin:
    one = json.loads(text)
    if not is_comparable(one):
        continue
    count += 1
    why = check(one, sys.argv[1])
    if why:
        bad += 1
        print("%s %s: %s: %s" % (one["provenance"]["source"], one["mutation"]["operator"], why,
                                 one["context"].split("\n")[-3]))
print("%d compared" % count)
sys.exit(bad != 0)
