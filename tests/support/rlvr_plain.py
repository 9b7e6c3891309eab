"""What candidates deserve, found without our tools: built by clang with its sanitizers in a folder,
run there under limits of the shell's kind, three times with other fill bytes and with other values in
variables that have none; the outputs are compared as the candidate says. For faults of tracegen in
programs of ours, which do no harm.

usage: rlvr_plain.py CANDIDATES EXPECTED > EXPECTED (of mutants the verdict of each test is put in)
"""
import concurrent.futures
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile

CLASSES = [
    (r"CHECK failed: sanitizer_thread_registry", "ub"),
    (r"ThreadSanitizer: thread leak", "resource"),
    (r"WARNING: ThreadSanitizer", "concurrency"),
    (r"heap-use-after-free|stack-use-after|attempting double-free", "lifetime"),
    (r"(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|AddressSanitizer: SEGV|runtime error:", "ub"),
    (r"LeakSanitizer: detected memory leaks", "resource"),
]
SURE_MS, SLOW_S = 100, 4  # of CPU time: so little is within any limit, so much past it
FLAGS = {"c": ["clang-19", "-std=gnu17", "-x", "c"], "cpp": ["clang++-19", "-std=gnu++17", "-x", "c++"]}
WATCH = ["-g", "-O0", "-fno-omit-frame-pointer", "-w"]
OF_MEMORY = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# Of a build and a run: what variables without a value have, and what fresh memory is filled with.
FILLS = (("zero", 0), ("pattern", 255), ("pattern", 90))


def tokens(text):
    return text.split()


def lines(text):
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def near(a, b):
    try:
        return math.isclose(float(a), float(b), rel_tol=1e-6, abs_tol=1e-6)
    except ValueError:
        return a == b


def same(printed, wanted, compare):
    if compare == "tolerance":
        return len(tokens(printed)) == len(tokens(wanted)) and all(map(near, tokens(printed), tokens(wanted)))
    form = {"tokens": tokens, "lines": lines, "exact": str, "unordered": lambda x: sorted(tokens(x))}[compare]
    return form(printed) == form(wanted)


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SLOW_S, SLOW_S + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 23, 1 << 23))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(folder, test, compare, init, fill):
    """A verdict and a class, either "" where it is not sure."""
    # what main() has left on the stack is lost when it has returned
    env = {"PATH": "/usr/bin:/bin", "UBSAN_OPTIONS": "print_stacktrace=0", "LSAN_OPTIONS": "use_stacks=0:use_registers=0",
           "ASAN_OPTIONS": f"malloc_fill_byte={fill}:max_malloc_fill_size=65536:hard_rss_limit_mb=600:detect_stack_use_after_return=1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with open(f"{folder}/out", "wb+") as out, open(f"{folder}/err", "wb+") as err:
        child = subprocess.Popen([f"{folder}/{init}"], cwd=folder, stdin=subprocess.PIPE, stdout=out, stderr=err, env=env,
                                 preexec_fn=limits)
        try:
            child.communicate(test["stdin"].encode(), timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            return "", ""
        out.seek(0)
        err.seek(0)
        said, printed = err.read().decode(errors="replace"), out.read().decode(errors="replace")
    ms = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1000
    if child.returncode in (-24, -9):
        return "time_limit", "logic"
    if child.returncode == -25 or len(printed) > 1 << 20 or "rss limit" in said:
        return "", ""
    for pattern, cls in CLASSES:
        if re.search(pattern, said):
            return "report", cls
    if child.returncode < 0 or "Sanitizer" in said:
        return "report", ""
    if ms > SURE_MS:
        return "", ""
    right = same(printed, test["stdout"], compare) and child.returncode == 0
    return ("passed", "none") if right else ("wrong_output", "logic")


def judge(candidate):
    """(stage, class, [verdict, …]); a stage of "" where it is not sure."""
    with tempfile.TemporaryDirectory(prefix="rlvr-plain-") as folder:
        with open(f"{folder}/code", "w", encoding="utf-8") as code:
            code.write(candidate["code"])
        watch = WATCH + (["-fsanitize=thread"] if "thread" in candidate.get("sanitizers", []) else OF_MEMORY)
        for init in ("zero", "pattern"):
            built = subprocess.run(FLAGS[candidate["language"]] + watch + candidate.get("flags", []) +
                                   [f"-ftrivial-auto-var-init={init}", f"{folder}/code", "-o", f"{folder}/{init}", "-pthread", "-lm"],
                                   capture_output=True, cwd=folder, check=False)
            if built.returncode:
                return "compile", None, []
        verdicts, classes = [], []
        for test in candidate["tests"]:
            first, *others = (run(folder, test, candidate.get("compare", "tokens"), *fill) for fill in FILLS)
            if any(other != first for other in others) or not first[0]:
                return "", None, []
            verdicts.append(first[0])
            # which of two faults of threads is seen first is chance
            classes.append("" if "thread" in candidate.get("sanitizers", []) and first[0] == "report" else first[1])
        failed = [i for i, v in enumerate(verdicts) if v != "passed"]
        if not failed:
            return "passed", "none", verdicts
        return "test", classes[failed[0]] or None, verdicts


def one(pair):
    candidate, want = map(json.loads, pair)
    if want["kind"] == "mutant":
        stage, cls, verdicts = judge(candidate)
        want |= {"stage": stage, "class": cls, "verdicts": verdicts}
    return json.dumps(want)


def main():
    with open(sys.argv[1], encoding="utf-8") as a, open(sys.argv[2], encoding="utf-8") as b:
        pairs = list(zip(a, b, strict=True))
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(one, pairs):
            print(line)


if __name__ == "__main__":
    main()
