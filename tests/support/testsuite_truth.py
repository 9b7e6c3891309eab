"""Hold diag2struct's reading of gcc's text against two truths, over tests of GCC's testsuite.

1. the dg-error, dg-warning and dg-message lines of each test (dejagnu.py), matched against what
   diag2struct read as DejaGnu matches them against the text: each must be met, and each error and
   warning that was read must be asked for;
2. gcc's JSON of the same compile, as Python reads it: file, place (at the outermost macro
   expansion), level, flag and message of each diagnostic, and message and owner of each note.

Usage: testsuite_truth.py DIAG2STRUCT GCC_TESTSUITE SCRATCH COUNT [MINIMUM]
COUNT tests that fail to compile are taken evenly from all of g++.dg and gcc.dg that expect errors.
Outputs of the compiler stay in SCRATCH and are used again.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

from dejagnu import Skip, contexts, read_test

TOOL, ROOT, SCRATCH = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
COUNT = int(sys.argv[4])
MINIMUM = float(sys.argv[5]) if len(sys.argv) > 5 else 0.99
EXCLUDED_MAX = 0.02
# Directories whose drivers run tests in other ways (plugins, several files, precompiled headers).
OTHER_DRIVERS = {"plugin", "modules", "lto", "pch", "compat", "gcov", "torture", "special", "vect",
                 "dg-pch", "guality", "debug", "goacc", "gomp", "graphite", "simulate-thread",
                 "tm", "fixed-point", "tsan", "asan", "ubsan", "hwasan", "spellcheck", "tree-prof", "bprob"}
DEFAULT = {"c": ["-ansi", "-pedantic-errors"], "c++": ["-pedantic-errors", "-Wno-long-long"]}
# Directories whose drivers have no default options, or others.
NO_DEFAULT = {"gcc.dg/noncompile", "gcc.dg/dfp", "gcc.dg/format", "gcc.dg/tls", "g++.dg/coroutines"}
ALWAYS = {"gcc.dg/analyzer": ["-fanalyzer", "-fdiagnostics-path-format=separate-events",
                              "-Wanalyzer-too-complex", "-fanalyzer-call-summaries"],
          "gcc.dg/cpp/trad": ["-traditional-cpp"], "g++.dg/coroutines": ["-std=c++20"]}
STANDARD = {3: "98", 11: "11", 14: "14", 17: "17", 20: "20", 23: "23"}
# Options that make the output another format, or leave it out.
FORMATS = re.compile(r"-fdiagnostics-(format|generate|parseable|show-caret|path)|"
                     r"-fdiagnostics-show-line|-fplugin|-save-temps|-fcompare|-dump|-fdump|-M")

# Directives about lines that are no diagnostics.
NO_DIAGNOSTIC = re.compile(r"treated as errors|terminated")

tally = collections.defaultdict(lambda: [0, 0])
reasons = collections.Counter()
complaints = []


def candidates():
    found = []
    for pattern in ("gcc.dg/**/*.c", "g++.dg/**/*.C"):
        for path in ROOT.glob(pattern):
            parts = path.relative_to(ROOT).parts
            text = path.read_text(encoding="latin-1")
            if not OTHER_DRIVERS & set(parts) and "dg-error" in text:
                found.append((path.relative_to(ROOT), text))
    return sorted(found)


def resolve(path, text):
    """The test in the first context that it is for, with its command."""
    language, last = ("c" if path.suffix == ".c" else "c++"), None
    for context in contexts(language):
        try:
            test = read_test(text, context)
        except Skip as reason:
            last = last if last and str(reason) == "its target" else reason
            continue
        folders = {str(p) for p in path.parents}
        default = [] if NO_DEFAULT & folders else DEFAULT[language]
        options = (default if test.options is None else test.options) + test.more
        for folder in sorted(folders & set(ALWAYS)):
            options = ALWAYS[folder] + options
        if language == "c++" and not any(o.startswith("-std") for o in options):
            gnu = "c++" if test.options is None else "gnu++"
            options = [f"-std={gnu}{STANDARD[context.standard]}"] + options
        if any(FORMATS.match(o) for o in options):
            raise Skip("options of another output format")
        mode = ["-E"] if test.preprocess else ["-S"]
        compiler = "gcc-12" if language == "c" else "g++-12"
        return test, [compiler] + options + mode + ["-o", "/dev/null"]
    raise last


def compile_both(path, command):
    """stderr as text and as JSON, and the exit status."""
    out = []
    for form, extra in (("text", ["-fno-diagnostics-color"]), ("json", ["-fdiagnostics-format=json"])):
        kept = SCRATCH / (str(path).replace("/", "_") + "." + form)
        if not kept.exists():
            run = subprocess.run(command + extra + [path.name], cwd=ROOT / path.parent,
                                 capture_output=True, timeout=120, check=False,
                                 stdin=subprocess.DEVNULL, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
            kept.write_bytes(b"%d\n" % run.returncode + run.stderr)
        status, data = kept.read_bytes().split(b"\n", 1)
        out.append(data)
    return int(status), out[0], out[1]


def read(data):
    run = subprocess.run([TOOL, "--to=jsonl", "--notes=full"], input=data, capture_output=True,
                         check=True)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def lines_of(d):
    """What DejaGnu would see of a diagnostic: (counts as asked for, text)."""
    level = "fatal error" if d["level"] == "fatal" else d["level"]
    code = f" [{d['code']}]" if d["code"] else ""
    column = f"{d['col']}:" if d["col"] else ""
    out = [(level != "note", f"{d['file']}:{d['line']}:{column} {level}: {d['message']}{code}")]
    if level == "error":
        out.append((False, f"{d['file']}:{d['line']}:{column} sorry, unimplemented: {d['message']}"))
    for n in d["notes"]:
        what = "note:" if n["kind"] not in ("template", "function", "include") else " "
        place = f"{n['file']}:{n['line']}:" if n["line"] else f"{n['file']}:"
        place += f"{n['col']}:" if n["col"] else ""
        out.append((False, f"{place} {what} {n['message']}"))
        if n["kind"] in ("template", "function"):
            out.append((False, f"{place} note: {n['message']}"))
    return out


def judge(test, lines):
    """(directives met, those to meet, lines asked for, those to be), and what was wrong."""
    asked = [not must or test.excess or any(r.search(t) for r in test.prune) for must, t in lines]
    met = total = 0
    wrong = []
    for name, line, regex, optional in test.expect:
        if not line and NO_DIAGNOSTIC.search(regex.pattern):
            continue
        hits = [i for i, (_, text) in enumerate(lines) if regex.search(text)]
        for i in hits:
            asked[i] = True
        if optional:
            continue
        total += 1
        met += bool(hits)
        if not hits:
            wrong.append(f"{name} at {line} not met: {regex.pattern}")
    for i, (must, text) in enumerate(lines):
        if must and not asked[i]:
            wrong.append(f"not asked for: {text}")
    must = [a for a, (m, _) in zip(asked, lines) if m]
    return met, total, sum(must), len(must), wrong


def raw_lines(data):
    """The text's own lines, as DejaGnu sees them."""
    text = data.decode("utf-8", "replace")
    return [(bool(re.search(r"^[^ ].*?: (fatal error|error|warning|sorry, unimplemented):", t)), t)
            for t in text.split("\n") if t]


def directives(path, test, data, ours):
    met, total, asked, must, wrong = judge(test, raw_lines(data))
    if wrong:
        return False
    met, total, asked, must, wrong = judge(test, [x for d in ours for x in lines_of(d)])
    tally["directives met"][0] += met
    tally["directives met"][1] += total
    tally["errors and warnings asked for"][0] += asked
    tally["errors and warnings asked for"][1] += must
    complaints.extend(f"{path}: {w}" for w in wrong)
    return True


def outermost(d):
    place = d["line"], d["col"]
    for n in d["notes"]:
        if n["kind"] == "macro" and n["parent"] == -1 and n["message"].startswith("in expansion"):
            place = n["line"], n["col"]
    return place


def entries(data):
    """Of the arrays, and of what the driver says of its options, which is text in JSON mode too."""
    for line in data.decode("utf-8", "replace").splitlines():
        if line.startswith("["):
            for entry in json.loads(line):
                yield entry
                yield from entry["children"]
        elif (m := re.match(r"(?:gcc|g\+\+|cc1|cc1plus)(?:-12)?: (fatal error|error|warning): (.*)$", line)):
            yield {"kind": m[1], "message": m[2], "locations": []}


LEVELS = {"fatal error": "fatal", "sorry, unimplemented": "error", "sorry": "error", "ice": "fatal"}


def match(path, want, got):
    """How many are the same. A column counts where both sides know that of the expansion."""
    a, b = collections.Counter(want), collections.Counter(got)
    same = a & b
    rest = list((a - same).elements())
    lost = []
    for item in (b - same).elements():
        file, line, col, macro = item[0], item[1], item[2], item[-1]
        near = [w for w in rest if w[:2] == (file, line) and w[3:-1] == item[3:-1] and
                (macro or not w[2])]
        if near:
            rest.remove(near[0])
        else:
            lost.append(item)
    complaints.extend(f"{path}: JSON only: {x}" for x in rest)
    complaints.extend(f"{path}: text only: {x}" for x in lost)
    return len(want) - len(rest)


def json_truth(path, data, ours):
    want, want_notes = [], []
    for e in entries(data):
        caret = e["locations"][0]["caret"] if e["locations"] else {}
        message = e["message"].strip()
        if e["kind"] == "note" and want:
            want_notes.append((want[-1][-2], message))
            continue
        want.append((caret.get("file", ""), caret.get("line", 0), max(caret.get("column", 0), 0),
                     LEVELS.get(e["kind"], e["kind"]), e.get("option", ""), message, False))
    # An argument of a macro has its own place in text, that of the expansion in JSON.
    got = [(d["file"] if d["line"] else "", *outermost(d), d["level"], d["code"], d["message"],
            False) for d in ours]
    in_macro = {g for g, d in zip(got, ours) if any(n["kind"] == "macro" for n in d["notes"])}
    got = [g[:-1] + (True,) if g in in_macro and g not in want else g for g in got]
    got_notes = [(d["message"], n["message"]) for d in ours for n in d["notes"]
                 if n["kind"] not in ("template", "function", "include")]
    tally["diagnostics as in JSON"][0] += match(path, want, got)
    tally["diagnostics as in JSON"][1] += max(len(want), len(got))
    a, b = collections.Counter(want_notes), collections.Counter(got_notes)
    tally["notes as in JSON"][0] += sum((a & b).values())  # what only text has is no mistake
    tally["notes as in JSON"][1] += len(want_notes)
    complaints.extend(f"{path}: note in JSON only: {x}" for x in a - b)


def main():
    found = candidates()
    failing = excluded = other = 0
    step = max(1, len(found) * 2 // (3 * COUNT))
    for path, text in found[::step]:
        try:
            test, command = resolve(path, text)
        except Skip as reason:
            other += str(reason) in ("its target", "options of another output format")
            if str(reason) not in ("its target", "options of another output format"):
                reasons[str(reason)] += 1
                excluded += 1
            continue
        status, data, as_json = compile_both(path, command)
        if status == 0:
            other += 1
            continue
        ours = read(data)
        failing += 1
        if not directives(path, test, data, ours):
            reasons["this gcc's own lines do not fit the directives"] += 1
            excluded += 1
        json_truth(path, as_json, ours)
    for line in complaints[:400]:
        print(line)
    print(f"{failing} failing tests of {len(found)} that expect errors; not for this target, of "
          f"another output format or without an error: {other}")
    for reason, count in reasons.most_common():
        print(f"excluded: {count}: {reason}")
    bad = failing < COUNT or excluded > EXCLUDED_MAX * (failing + excluded)
    for what, (same, total) in tally.items():
        print(f"{what}: {same} of {total} ({same / max(total, 1):.4f})")
        bad = bad or same < MINIMUM * total
    sys.exit(bad)


if __name__ == "__main__":
    main()
