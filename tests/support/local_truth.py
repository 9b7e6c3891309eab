"""The same compile in English and in five other languages must give the same diagnostics.

Usage: local_truth.py DIAG2STRUCT MINIMUM SOURCE…
Compiles each SOURCE with gcc 12 in a UTF-8 locale, in each language whose catalogue is installed,
and compares what diag2struct reads: place, level, flag and message of each diagnostic and note.
"""
import collections
import json
import os
import pathlib
import shlex
import subprocess
import sys

TOOL, MINIMUM, SOURCES = sys.argv[1], float(sys.argv[2]), [pathlib.Path(p) for p in sys.argv[3:]]
LANGUAGES = ("de", "fr", "es", "zh_CN", "ja")
tally = collections.defaultdict(lambda: [0, 0])


def diagnostics(source, language):
    first = source.read_text(encoding="latin-1").split("\n", 1)[0]
    flags = shlex.split(first.split(":", 1)[1]) if first.startswith("// flags:") else []
    compiler = "g++-12" if source.suffix == ".cpp" else "gcc-12"
    run = subprocess.run([compiler, *flags, "-S", "-o", "/dev/null", source.name], cwd=source.parent,
                         stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False,
                         env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "LANGUAGE": language})
    read = subprocess.run([TOOL, "--to=jsonl", "--notes=full"], input=run.stderr,
                          stdout=subprocess.PIPE, check=True)
    out = []
    for line in read.stdout.decode().splitlines():
        d = json.loads(line)
        out.append((d["file"], d["line"], d["col"], d["level"], d["code"], d["message"]))
        out += [(n["kind"], n["parent"], n["file"], n["line"], n["col"], n["message"])
                for n in d["notes"]]
    return run.stderr, out


for path in SOURCES:
    plain, want = diagnostics(path, "C")
    for name in LANGUAGES:
        if not os.path.exists(f"/usr/share/locale/{name}/LC_MESSAGES/gcc-12.mo"):
            continue
        text, got = diagnostics(path, name)
        a, b = collections.Counter(want), collections.Counter(got)
        tally[name][0] += sum((a & b).values())
        tally[name][1] += max(sum(a.values()), sum(b.values()))
        tally[f"{name}, lines that are not as in English"][0] += sum(
            x != y for x, y in zip(plain.splitlines(), text.splitlines()))
        tally[f"{name}, lines that are not as in English"][1] += len(text.splitlines())
        for only, which in ((a - b, "English"), (b - a, name)):
            for item in only:
                print(f"{path.name}: {which} only: {item}")
if not tally:
    print("no catalogue of gcc 12 is installed (gcc-12-locales)")
    sys.exit(77)
for what, (same, total) in tally.items():
    print(f"{what}: {same} of {total}")
sys.exit(any(same < MINIMUM * total for what, (same, total) in tally.items() if "," not in what))
