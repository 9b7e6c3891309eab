"""Ids of gcc 12 against clang's on the same lines: ident_pairs.py DIAG2STRUCT GCC CLANG OUT held|work

GCC/testsuite and CLANG/clang/test hold the programs: 600 of each, in the order of a hash of their
names, of one half. OUT keeps what the compilers said. Lines count where each compiler has one error
or warning; apart are those where one lacks the construct or its target does. Exits 1 below FLOORS.
"""
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

tool, gcc, clang, out, half = sys.argv[1:6]
COUNT = 600
FLOORS = {"clang-19": 0.69, "clang-14": 0.755}
STANDARDS = {"2a": "20", "1z": "17", "2b": "23", "26": "23", "2c": "23"}
LACK = {"attribute_unknown", "unknown_pragma", "unimplemented", "target_unsupported", "option_invalid"}
GCC_TESTS = ["gcc.dg/*", "gcc.dg/cpp/*", "g++.dg/*/*", "g++.dg/*", "c-c++-common/*", "gcc.dg/*/*", "c-c++-common/*/*"]
OPTION = re.compile(
    r"-std=[\w+:]+|-W(?!l|a,|everything)[a-z][\w+=-]*|-pedantic(-errors)?|-fopenmp|-ansi|-fno-exceptions|-fno-rtti|-O[0-3]"
)


def order(text):
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def draw(root, patterns, wanted):
    """(name below root, its text) of the first COUNT programs of the half that expect something."""
    found = {}
    for path in {p for pattern in patterns for p in glob.glob(f"{root}/{pattern}")}:
        name = os.path.relpath(path, root)
        if not path.endswith((".c", ".C", ".cpp", ".cc")) or order(name) % 2 != (half == "held"):
            continue
        with open(path, encoding="latin-1") as f:
            text = f.read()
        if len(text) <= 60000 and re.search(wanted, text):
            found[name] = text
    return [(name, found[name]) for name in sorted(found, key=lambda n: order("order" + n))[:COUNT]]


def options(name, text, of_gcc):
    said = re.search(r'dg-(?:additional-)?options\s+"([^"]*)"' if of_gcc else r"RUN:(.*)", text)
    words = said[1].split() if said else []
    if not name.endswith(".c"):
        target = re.search(r"dg-do\s+\w+\s+\{\s*target\s+c\+\+(\d\d)", text) if of_gcc else None
        if target:
            year = target[1] if target[1] in ("11", "14", "17", "20", "23") else "17"
            words = [w for w in words if not w.startswith("-std")] + [f"-std=c++{year}"]
        elif not any(w.startswith("-std") for w in words):
            words.append("-std=c++17")
    walls = ["-Wall", "-Wextra"] if order("wall" + name) % 2 else []
    words = [w for w in words if OPTION.fullmatch(w)]
    years = [re.sub(r"(?<=\+\+)(2a|1z|2b|26|2c)$", lambda m: STANDARDS[m[1]], w) for w in words]
    return walls + [w.replace("-std=c23", "-std=c2x") for w in years]


def compile_one(job):
    root, name, text, of_gcc = job
    to = f"{out}/{name.replace('/', '__')}"
    if os.path.exists(f"{to}/done"):
        return to
    os.makedirs(to, exist_ok=True)
    c = name.endswith(".c")
    tools = {"gcc-12": ["gcc-12" if c else "g++-12", "-S", "-o", "/dev/null", "-fmax-errors=0"]}
    for version in ("19", "14") if order("14" + name) % 3 == 0 else ("19",):
        tools[f"clang-{version}"] = [f"clang{'' if c else '++'}-{version}", "-fsyntax-only", "-ferror-limit=0"]
    tail = options(name, text, of_gcc) + ["-x", "c" if c else "c++", os.path.basename(name)]
    for label, command in tools.items():
        try:
            done = subprocess.run(
                command + tail, cwd=os.path.dirname(f"{root}/{name}"), env={**os.environ, "LC_ALL": "C"},
                stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False,
            )
        except subprocess.TimeoutExpired:
            continue  # no line of it is compared
        with open(f"{to}/{label}.text", "wb") as f:
            f.write(done.stderr)
    with open(f"{to}/done", "w", encoding="utf8") as f:
        f.write(" ".join(tail))
    return to


def read(path):
    done = subprocess.run([tool, "--to=jsonl", path], capture_output=True, check=True)
    place = collections.defaultdict(list)
    for d in map(json.loads, done.stdout.splitlines()):
        if d["line"] and d["level"] in ("error", "warning", "fatal"):
            place[d["file"], d["line"]].append(d)
    return place


def lacks(d):
    unknown = d["id"] in ("undeclared", "undeclared_function", "unknown_type")
    reserved = unknown and any(a.startswith("_") for a in d["args"][:1])
    return d["id"] in LACK or "-fblocks" in d["message"] or reserved


jobs = [(gcc, n, t, True) for n, t in draw(gcc, [f"testsuite/{p}" for p in GCC_TESTS], "dg-(error|warning|bogus|pedwarn)")]
jobs += [(clang, n, t, False) for n, t in draw(clang, ["clang/test/Sema/*", "clang/test/SemaCXX/*"], r"expected-\w*(error|warning)")]
if len(jobs) < 2 * COUNT * 0.9:
    sys.exit(f"only {len(jobs)} programs: the test is blind")
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    programs = sorted(pool.map(compile_one, jobs))
counts, differ = collections.Counter(), collections.Counter()
for program in programs:
    for label in FLOORS:
        paths = [f"{program}/{t}.text" for t in ("gcc-12", label)]
        if not all(map(os.path.exists, paths)):
            continue
        one, two = map(read, paths)
        for where in set(one) & set(two):
            if len(one[where]) > 1 or len(two[where]) > 1:
                continue
            a, b = one[where][0], two[where][0]
            same = a["id"] != "" and a["id"] == b["id"]
            what = "same" if same else "apart" if lacks(a) or lacks(b) else "differ"
            counts[label, what] += 1
            if what == "differ":
                differ[a["id"] or "-", b["id"] or "-"] += 1
print(f"{len(programs)} programs of the {half} half\ncompiler  same  differ  apart  share  floor")
bad = False
for label, floor in FLOORS.items():
    same, other, apart = (counts[label, w] for w in ("same", "differ", "apart"))
    share = same / max(1, same + other)
    bad |= share < floor
    print(f"{label:8} {same:5} {other:7} {apart:6}  {share:.4f} {floor:.4f}")
if half == "work":
    for (a, b), n in differ.most_common(100):
        print(n, a, b, sep="\t")
sys.exit(bad)
