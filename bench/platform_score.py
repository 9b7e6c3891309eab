"""What platform-tag says of unpacked sources, held against the configured truth.

A unit is a group of a target's files that are compiled alike. Of a value (standard) a unit is right,
unknown or wrong; of a set (libraries, features, sanitizers) its items are found, missing or wrong,
and a unit is wrong when an item of it is. Figures are means over projects in which the truth has
the field at all; what is claimed in other projects is counted apart ("elsewhere"). Of a value,
units that have none and of which none is claimed are not counted. A library that another one of the
truth brings along (its .pc file or imported target says so) is neither missing nor wrong.
"""
import json
import os
import resource
import subprocess
from collections import defaultdict

import platform_names as names

DEFAULTS = {"C": "17", "CXX": "17"}  # gcc 12's, which the truth was configured with
# At least so many percent; wrong at most WRONG_MAX of every field.
GOALS = {"standard": {"right": 95}, "libs": {"recall": 90},
         "features": {"recall": 85, "precision": 98},
         "sanitizers": {"recall": 85, "precision": 98}, "debug": {}}
WRONG_MAX = 2
# Claims that the linker does not show: they may be used by their headers alone.
HEADERS = set("boost cgal cereal eigen fmt glm nlohmann-json rapidjson spdlog".split())
MAJORS = {"qt": {"qt5", "qt6"}}
FIELDS = tuple(GOALS)


def load(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def predicted(tool, directory, files):
    """Claims of the tool about files: a list of {file, target, standard, libs, features, sanitizers,
    debug}. All that this script knows of its output is here."""
    argv = [tool, directory, "--to=jsonl", "--targets=each", "--evidence"]
    argv += [f"--file={f}" for f in files]
    r = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                       check=False)
    rows = []
    for line in r.stdout.decode(errors="replace").splitlines():
        row = json.loads(line)
        reasons = {x["field"]: x for x in row.get("reasons") or []}
        for field, reason in reasons.items():
            if reason.get("default") or reason.get("unknown"):
                row[field] = None
        if "debug" not in reasons:
            row["debug"] = row.get("debug") or None
        rows.append({"file": row["file"], "target": row.get("target") or "",
                     "standard": row.get("standard") or "", "debug": row.get("debug"),
                     "libs": [x.split("/")[0] for x in row.get("libs") or []],
                     "features": row.get("features") or [],
                     "sanitizers": row.get("sanitizers") or []})
    return rows


def asked(group):
    """The file that stands for a group of files that are compiled alike."""
    return min(group["sources"])


def claim_for(claims, target, group):
    """The claim about a group of a target's files; {} where there is none."""
    those = [c for c in claims if c["file"] == asked(group)]
    same = [c for c in those if c["target"] == target["name"]
            or names.plain(c["target"]) == names.plain(target["name"])]
    return (same or those or [{}])[0]


def standard_plain(standard, language):
    """Its year; gnu and c dialects are one."""
    s = standard.lower().replace("gnu", "c").replace("iso9899:", "c")
    s = s[3:] if s.startswith("c++") else s[1:] if s.startswith("c") else s
    same = {"1x": "11", "0x": "11", "1y": "14", "1z": "17", "2a": "20", "2b": "23", "2x": "23",
            "9x": "99", "18": "17", "1990": "90", "89": "90", "1999": "99", "2011": "11",
            "2017": "17"}
    if language == "CXX" and s == "03":
        return "98"
    return same.get(s, s)


class Tally:
    """Of one project and field."""

    def __init__(self):
        self.units = self.truthful = self.counted = self.right = self.wrong = self.exact = 0
        self.found = self.asked = self.good = self.claimed = 0

    def value(self, truth, claim, same):
        self.units += 1
        self.truthful += bool(truth)
        self.right += bool(truth) and claim not in (None, "") and same
        self.wrong += claim not in (None, "") and not same
        self.counted += bool(truth) or claim not in (None, "") and not same

    def items(self, asked, found, claimed, good):
        self.units, self.counted = self.units + 1, self.counted + 1
        self.truthful += bool(asked)
        self.asked, self.found = self.asked + asked, self.found + found
        self.claimed, self.good = self.claimed + claimed, self.good + good
        self.right += found == asked and good == claimed
        self.wrong += good < claimed


def judge(row, claims, table, wrong_lines):
    """Tallies by field for a project."""
    tallies = {f: Tally() for f in FIELDS}
    own = {names.plain(t["name"]) for t in row["targets"]}
    own |= {names.plain(os.path.basename(o).split(".")[0]) for t in row["targets"]
            for o in t["outputs"]}

    def say(field, target, claim, truth):
        wrong_lines.append(f"{row['package']}\t{target['name']}\t{field}\tclaims {claim}"
                           f"\ttruth {truth}")
    for t in row["targets"]:
        for g in t["groups"]:
            c = claim_for(claims, t, g)
            standard(tallies["standard"], t, g, c, say)
            for field in ("features", "sanitizers"):
                # The tool's are instruction sets; what -march=… has in it is not judged.
                truth = {x for x in g[field] if "=" not in x}
                said = set(c.get(field, [])) if len(truth) == len(g[field]) else truth & set(
                    c.get(field, []))
                tallies[field].items(len(truth), len(truth & said), len(said), len(truth & said))
                if said - truth:
                    say(field, t, sorted(said - truth), sorted(truth))
            tallies["debug"].value(g["debug"], c.get("debug"), c.get("debug") == g["debug"])
            if c.get("debug") not in (None, g["debug"]):
                say("debug", t, c["debug"], g["debug"])
        if t["libs_known"]:
            libraries(tallies["libs"], t, claim_for(claims, t, t["groups"][0]), table, own, say)
    return tallies


def standard(tally, target, group, claim, say):
    truth, said = group["standard"], claim.get("standard", "")
    a, b = (standard_plain(s, group["language"]) for s in (truth, said))
    same = a == b if truth else b == DEFAULTS[group["language"]]
    tally.value(truth, said, same)
    tally.exact += bool(truth) and truth == said
    if said and not same:
        say("standard", target, said, truth or "(default)")
    if truth and not said:
        say("standard missing", target, "", truth)


def libraries(tally, target, claim, table, own, say):
    truth = {table.link(x) for x in target["libs"] if names.plain(x) not in own} - {"-"}
    found, bad, claimed, good = set(), [], 0, 0
    for said in claim.get("libs", []):
        name = table.named(said)
        if name in MAJORS:  # CMake's targets without a version
            name = min(MAJORS[name] & truth, default=name)
        linked = table.linked(name)
        if names.plain(said) in own and name not in truth:
            continue
        if name in truth or len(linked) > 1 and 2 * len(linked & truth) >= len(linked):
            found |= truth & linked
            claimed, good = claimed + 1, good + 1
        elif name not in names.NEUTRAL | HEADERS | table.bare:
            claimed += 1
            bad.append(said)
    truth = table.named_by_project(truth) - (names.NEUTRAL - found)
    found &= truth
    tally.items(len(truth), len(found), claimed, good)
    if bad:
        say("libs", target, bad, sorted(truth))
    if truth - found:
        say("libs missing", target, claim.get("libs", []), sorted(truth - found))


def pc_table(path):
    table = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                name, *links = line.split()
                table[name] = [x[2:] for x in links if x.startswith("-l")]
    return table


def mean(numbers):
    numbers = [n for n in numbers if n is not None]
    return 100 * sum(numbers) / len(numbers) if numbers else None


def share(a, b):
    return a / b if b else None


def figures(field, projects):
    """Of a field, over projects: counts, and means in percent (None: there is nothing)."""
    all_ = [p[field] for p in projects if p[field].units]
    has = [t for t in all_ if t.truthful]
    other = [t for t in all_ if not t.truthful]
    if field in ("standard", "debug"):
        recall = [share(t.right, t.truthful) for t in has]
        precision = [share(t.right, t.right + t.wrong) for t in has]
    else:
        recall = [share(t.found, t.asked) for t in has]
        precision = [share(t.good, t.claimed) for t in has]
    right = [share(t.right, t.counted) for t in has]
    wrong = [share(t.wrong, t.counted) for t in has]
    return {"projects": len(has), "right": mean(right), "wrong": mean(wrong),
            "unknown": mean([1 - r - w for r, w in zip(right, wrong)]), "recall": mean(recall),
            "precision": mean(precision), "others": len(other),
            "elsewhere": mean([share(t.wrong, t.units) for t in other])}


def missed(f, field):
    """The goals that the figures of a field do not reach, as words."""
    out = [f"{k} {v}" for k, v in GOALS[field].items() if f[k] is not None and f[k] < v]
    return out + (["wrong 2"] if (f["wrong"] or 0) > WRONG_MAX else [])


def table_print(title, projects):
    """Print the figures; True where all goals are reached."""
    print(f"\n{title}: {len(projects)} projects")
    print(f"{'field':11} {'projects':>8} {'right':>6} {'unknown':>7} {'wrong':>6} {'recall':>6} "
          f"{'precision':>9}  wrong elsewhere   goals missed")
    good = True
    for field in FIELDS:
        f = figures(field, projects)
        p = {k: f"{v:.1f}" if isinstance(v, float) else "–" if v is None else v
             for k, v in f.items()}
        miss = missed(f, field)
        good = good and not miss
        print(f"{field:11} {p['projects']:8} {p['right']:>6} {p['unknown']:>7} {p['wrong']:>6} "
              f"{p['recall']:>6} {p['precision']:>9}  {p['elsewhere']:>6} of {p['others']:3}"
              f"      {', '.join(miss)}")
    return good


def speed(cache, rows, tool):
    """CPU time of reading the CMake project with the most sources, against its configuring."""
    rows = [r for r in rows if r["system"] == "cmake"]
    largest = max(rows, key=lambda r: sum(len(t["sources"]) for t in r["targets"]), default=None)
    if not largest:
        return
    name = largest["package"]
    with open(f"{cache}/answers/{name}/about.json", encoding="utf-8") as f:
        configure = json.load(f).get("cpu_seconds")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([tool, f"{cache}/src/{name}", "--to=jsonl", "--targets=each"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    read = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"\nlargest CMake project: {name}: read in {read:.3f} s of CPU, configured in "
          f"{configure if configure else 'unknown'} (goal: under a tenth)")


def compare(cache, seed, tool, tables, show_wrong, system="", check=False):
    """Print the figures; 1 where the tool failed on a project, or a goal is missed and asked for."""
    by_system, wrong_lines, failed = defaultdict(list), [], []
    imports, known = names.imported(cache), names.tables(tables)
    for row in load(f"{cache}/truth-{seed}.jsonl"):
        if system and row["system"] != system:
            continue
        try:
            files = sorted({asked(g) for t in row["targets"] for g in t["groups"]})
            claims = [c for i in range(0, len(files), 500) for c in predicted(
                tool, f"{cache}/src/{row['package']}", files[i:i + 500])]
        except (subprocess.TimeoutExpired, ValueError) as e:
            failed.append(f"{row['package']}: {e}")
            claims = []
        table = names.Table(pc_table(f"{cache}/answers/{row['package']}/pc.txt"), imports, known)
        by_system[row["system"]].append(judge(row, claims, table, wrong_lines))
    for name, projects in by_system.items():
        table_print(name, projects)
    good = table_print("all", [p for projects in by_system.values() for p in projects])
    speed(cache, load(f"{cache}/truth-{seed}.jsonl"), tool)
    if show_wrong:
        print("\n" + "\n".join(wrong_lines))
    for line in failed:
        print(f"failed: {line}")
    return 1 if failed or check and not good else 0
