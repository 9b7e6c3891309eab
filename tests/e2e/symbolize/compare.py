#!/usr/bin/env python3
"""Compare our symbolizer with the runtimes' own: compare.py BIN SOURCE…

Each program is built by each compiler without and with optimisation and run twice: with
symbolize=1, and with symbolize=0 for san2struct --symbolize. The frames in the program's own source
must be the same: function, line, inlined or not; so must be the blamed place and the hash.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

COMPILERS = {
    "gcc-12": ("gcc-12", "g++-12"),
    "clang-14": ("clang-14", "clang++-14"),
    "clang-19": ("clang-19", "clang++-19"),
}
LEVELS = {
    "O0": ["-O0"],
    "O2": ["-O2"],
    "nodebug": ["-O0", "-g0"],
    "O2-dwarf4-gz": ["-O2", "-gdwarf-4", "-gz", "-no-pie", "-fno-pie"],
}
FLAGS = ["-g", "-w", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]


def said(source, word):
    """What a program says after "word:" in a comment of its first lines."""
    with open(source) as f:
        head = f.readlines()[:8]
    for line in head:
        m = re.match(r"^/[/*] %s: (.*?) *(\*/)?$" % word, line.strip())
        if m:
            return m.group(1).split()
    return []


def suppresses(source):
    """Suppressions go by function names, which a runtime without a symbolizer has not."""
    with open(source) as f:
        return "_default_suppressions" in f.read()


def build(source, compiler, level, target):
    cc = COMPILERS[compiler][source.endswith(".cpp")]
    more = [os.path.join(os.path.dirname(source), "with", f) for f in said(source, "with")]
    for name in said(source, "library"):
        more += ["-Wl,-rpath," + os.path.dirname(target), os.path.dirname(target) + "/library.so"]
        words = [COMPILERS[compiler][0], *LEVELS[level], *FLAGS, *LEVELS[level], "-fPIC", "-shared"]
        words += [os.path.join(os.path.dirname(source), name), "-o", more[-1]]
        subprocess.run(words, check=True, timeout=120)
    words = [cc, *LEVELS[level], *FLAGS, *said(source, "flags"), *LEVELS[level], source, *more]
    words += ["-o", target, "-pthread"]
    return subprocess.run(words, stderr=subprocess.DEVNULL, timeout=120).returncode == 0


def run(program, symbolize, args):
    common = f"symbolize={symbolize}:exitcode=99:abort_on_error=0"
    env = {
        "PATH": "/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "ASAN_OPTIONS": common + ":handle_abort=1:detect_stack_use_after_return=1",
        "LSAN_OPTIONS": common + ":use_stacks=0:use_registers=0",
        "UBSAN_OPTIONS": common + ":print_stacktrace=1:report_error_type=1",
    }
    limited = ["setarch", "-R", "timeout", "-s", "KILL", "20", program, *args]
    done = subprocess.run(
        ["bash", "-c", 'ulimit -c 0 -t 10; exec "$@"', "bash", *limited],
        env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.stderr


def reports(tool, text, *options):
    done = subprocess.run([tool, "--to=jsonl", *options], input=text, capture_output=True)
    if done.returncode:
        sys.exit(f"{tool}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def bare(function):
    """A name without parameters and template arguments; libbacktrace has no scopes either."""
    before = None
    while before != function:
        before, function = function, re.sub(r"<[^<>]*>", "", function)
    function = re.sub(r"\{lambda\([^{}]*\)#\d+\}", "lambda", function)
    function = re.sub(r"\(anonymous namespace\)::", "", function)
    function = re.sub(r"operator\(\)", "call", function)
    function = re.sub(r"\[abi:\w+\]", "", function)
    function = function.split("(")[0].split(" ")[-1]
    return re.sub(r"\$_\d+", "lambda", function).split("::")[-1]


def frames(report, directory):
    """For each stack, the frames in the program's own source.

    A function inlined into itself cannot be told from a call by what a runtime prints, nor can what
    the last frame of a stack that was cut off is inlined into.
    """
    stacks = []
    for stack in report["stacks"]:
        own = [(bare(f["function"]), f["file"], f["line"], f["inlined"])
               for f in stack["frames"] if f["file"].startswith(directory) and f["line"]]
        stacks.append([
            (*f[:3], f[3] and i + 1 < len(own) and own[i + 1][0] != f[0])
            for i, f in enumerate(own)])
    return stacks


def key(report):
    return [report[k] for k in ("kind", "error_class", "file", "line", "hash")] + [
        bare(report["function"])]


def compare(tool, source, label, program):
    args = said(source, "args") or os.environ.get("ARGS", "").split()
    own = reports(tool, run(program, 1, args))
    ours = reports(tool, run(program, 0, args), "--symbolize")
    directory = os.path.dirname(source) + "/"
    compared = 0
    wrong = len(own) != len(ours)
    if wrong:
        print(f"{label}: {len(own)} reports, {len(ours)} with our symbolizer")
    for x, y in zip(own, ours):
        if any(f["function"].endswith(".cold") for s in x["stacks"] for f in s["frames"]):
            continue  # libbacktrace finds no line in what gcc moved out of a function; we do
        fx, fy = frames(x, directory), frames(y, directory)
        if x["kind"] == "stack-overflow":  # what recurses into what it is inlined into looks the same
            fx, fy = ([[f[:3] for f in s] for s in stacks] for stacks in (fx, fy))
        compared += sum(len(s) for s in fx)
        if key(x) == key(y) and fx == fy:
            continue
        wrong = True
        print(f"{label}: not the same")
        at = [next((i for i, (f, g) in enumerate(zip(s, t)) if f != g), min(len(s), len(t)))
              for s, t in zip(fx, fy)]
        print(f"    stacks of {[len(s) for s in fx]} and {[len(s) for s in fy]} frames, the same up to {at}")
        for name, report, stacks in (("runtime", x, fx), ("ours", y, fy)):
            print(f"    {name}: {key(report)}\n        {[s[:6] for s in stacks]}")
    return not wrong, compared


def main():
    tool, sources = os.path.abspath(sys.argv[1] + "/san2struct"), [os.path.abspath(s) for s in sys.argv[2:]]
    right = total = places = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for source in sources:
            for compiler in COMPILERS:
                for level in LEVELS if not suppresses(source) else ():
                    label = f"{os.path.basename(source)} {compiler} {level}"
                    if not build(source, compiler, level, work + "/prog"):
                        continue
                    good, compared = compare(tool, source, label, work + "/prog")
                    right, total, places = right + good, total + 1, places + compared
    print(f"{right} of {total} runs are the same, {places} frames")
    sys.exit(0 if total and places and right == total else 1)


main()
