#!/usr/bin/env python3
"""table.py [--check] TOOL PACKAGES DATASET...: what a reference build must show (issue 12, 1), as a table.

TOOL: `datasets`. PACKAGES: a file with a name of a package a line. Several datasets count as one. Counts are of faults: the records of a fault are one.
The distances: total variation, half the sum of absolute differences, over the categories that Codeflaws
counts and one for the rest; of BugsC++, whose categories overlap, the mean absolute difference. --check: at the end a line
for each figure that falls short of what is wanted, and exit status 1 when there is one.
"""
import collections
import json
import subprocess
import sys

arguments = sys.argv[1:]
check = arguments[:1] == ["--check"]
tool, packages, *datasets = arguments[check:]
packages = set(open(packages).read().split())

CODEFLAWS = {  # percent of 3,902 faults; docs/operators.md
    "constants": (12, "constant index loop-start base-case"),
    "conditions": (8, "condition operand-dropped extra-operand and-or inverted-boolean"),
    "boundaries": (8, "boundary loop-bound"),
    "wrong variable": (6, "wrong-variable copy-paste"),
    "moved": (3, "statement-moved statement-order not-reset reset-again"),
    "formats": (3, "output-format"),
    "types": (4, "narrow-cast lost-cast literal-width"),
    "allocation": (5, "short-buffer sizeof-pointer"),
    "arithmetic": (0.8, "arith relational-swap"),
}
BUGSCPP = {  # percent of 214 faults
    "omissions": (36, lambda f: f["operator"].startswith(("missing-", "lost-")) or f["operator"] in (
        "null-check", "bounds-check", "zero-check", "init-removed", "free-removed", "operand-dropped", "unjoined-thread")),
    "span lines": (68, lambda f: f["lines"] > 1),
    "conditions": (29, lambda f: f["operator"] in (
        "condition", "operand-dropped", "extra-operand", "and-or", "inverted-boolean", "boundary", "loop-bound",
        "missing-guard", "stray-guard", "null-check", "bounds-check", "zero-check", "stray-else", "missing-else")),
    "memory": (14, lambda f: f["class"] in ("lifetime", "resource") or f["operator"] in ("null-check", "short-buffer")),
    "formats": (5, lambda f: f["operator"] == "output-format"),
}



def changed(diff):
    """Lines that a diff takes away and puts in, and in how many places."""
    gone = come = places = 0
    before = False
    for text in diff.split("\n"):
        change = text[:1] in ("+", "-") and text[:4] not in ("--- ", "+++ ")
        gone += change and text[0] == "-"
        come += change and text[0] == "+"
        places += change and not before
        before = change
    return gone, come, places


faults = {}
project = ".fault, .error_class, .mutation.operator, .group, .program, (.edits|map(.file)|unique|length), .diff, .hidden, (.tests|any(.stdin != \"\" or (.argv|length) > 1))"
manifests = [json.load(open(f"{d}/manifest.json")) for d in datasets]
# Of the compiler's operators no site is counted as compiled, nor as one that did not compile.
run_time = {o["operator"] for m in manifests for o in m["operators"] if o["compiled"] or o["not_compiled"]}
rows = subprocess.Popen(f"{tool} cat {' '.join(datasets)} | jq -c '[{project}]'", shell=True, stdout=subprocess.PIPE, text=True)
records = 0
for line in rows.stdout:
    fault, cls, op, group, program, files, diff, hidden, reads = json.loads(line)
    gone, come, places = changed(diff)
    records += 1
    faults[fault] = {"class": cls, "operator": op, "group": group, "program": program, "files": files,
                     "lines": max(gone, come), "hidden": hidden or 0, "runs": op in run_time,
                     "wide": max(gone, come) > 1 or places > 1, "reads": reads}
refused = collections.Counter()
for m in manifests:
    for r in m["programs"]["refused"]:
        refused[r["name"]] += r["count"]
n = len(faults)
run = [f for f in faults.values() if f["runs"]]


def share(part, whole):
    return 100 * part / whole if whole else 0


print(f"faults {n}, records {records}; of the run {len(run)}")
print(f"programs {len({f['program'] for f in faults.values()})} of {sum(m['programs']['taken'] for m in manifests)} taken;"
      f" repositories {len({f['group'] for f in faults.values()})};"
      f" packages {len({f['group'] for f in faults.values()} & packages)}")
print("refused " + ", ".join(f"{name} {count}" for name, count in refused.most_common()))
classes = collections.Counter(f["class"] for f in faults.values())
print("classes " + ", ".join(f"{c} {k} ({share(k, n):.1f} %)" for c, k in classes.most_common()))
ops = collections.Counter(f["operator"] for f in faults.values())
print("operators " + ", ".join(f"{o} {k} ({share(k, n):.1f} %)" for o, k in ops.most_common()))
where = collections.defaultdict(set)
for f in faults.values():
    where[f["operator"]].add(f["program"])
broad = [o for o in ops if ops[o] >= 10 and len(where[o]) >= 5]
largest = share(max(ops.values()), n)
print(f"operators with 10 faults in 5 programs: {len(broad)}; the largest has {largest:.1f} %")
logic = [f for f in run if f["class"] in ("logic", "ub", "lifetime", "resource")]
ours = {name: share(sum(f["operator"] in words.split() for f in logic), len(logic)) for name, (_, words) in CODEFLAWS.items()}
rest = abs((100 - sum(ours.values())) - (100 - sum(p for p, _ in CODEFLAWS.values())))
print(f"Codeflaws: total variation {(sum(abs(ours[k] - p) for k, (p, _) in CODEFLAWS.items()) + rest) / 2:.1f} points: "
      + ", ".join(f"{k} {ours[k]:.1f} ({p})" for k, (p, _) in CODEFLAWS.items()))
theirs = {name: share(sum(test(f) for f in logic), len(logic)) for name, (_, test) in BUGSCPP.items()}
print(f"BugsC++: mean difference {sum(abs(theirs[k] - p) for k, (p, _) in BUGSCPP.items()) / len(BUGSCPP):.1f} points: "
      + ", ".join(f"{k} {theirs[k]:.1f} ({p})" for k, (p, _) in BUGSCPP.items()))
rows = [o for m in manifests for o in m["operators"] if o["operator"] in run_time]
tried = sum(o["tried"] for o in rows)
compiled, observed = (share(sum(o[key] for o in rows), tried) for key in ("compiled", "observed"))
print(f"faults of the run: {tried} sites tried, compiled {compiled:.1f} %, observed {observed:.1f} %")
foreign = share(sum(f["group"] in packages for f in run), len(run))
print(f"of the run from packages: {foreign:.1f} %")
spans = share(sum(f["files"] > 1 for f in run), len(run))
print(f"several files: {share(sum(f['files'] > 1 for f in faults.values()), n):.1f} % of all, {spans:.1f} % of the run's")
wide = share(sum(f["wide"] for f in faults.values()), n)
print(f"of several lines or places: {wide:.1f} %")
reading = len({f["program"] for f in faults.values() if f["reads"]})
print(f"programs that read input: {reading}")
print(f"inputs that stay out of prompts: {share(sum(f['hidden'] > 0 for f in run), len(run)):.1f} % of the run's have some")

WANTED = [  # (what, figure, least); a most is negative on both sides
    ("faults", n, 4000),
    ("classes", len(classes), 10),
    ("percent of the smallest class", share(min(classes.values()), n), 4),
    ("percent of the largest operator, at most", -largest, -6),
    ("operators with 10 faults in 5 programs", len(broad), 40),
    ("percent that compile", compiled, 99),
    ("percent observed", observed, 65),
    ("percent of the run's from packages", foreign, 50),
    ("percent of the run's over several files", spans, 15),
    ("percent of several lines or places", wide, 30),
    ("packages", len({f["group"] for f in faults.values()} & packages), 100),
    ("programs that read input", reading, 20),
]
short = [(what, figure, least) for what, figure, least in WANTED if figure < least] if check else []
for what, figure, least in short:
    print(f"short: {what}: {abs(figure):.1f}, wanted {abs(least)}")
sys.exit(1 if short else 0)
