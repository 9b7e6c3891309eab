"""What labels cost, for bench/rlvr: rlvr_cost.py RLVR_LABEL DIR COUNT PLAIN SEED
DIR/set has the candidates and what they are; DIR is ours to write in."""
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shlex
import statistics
import subprocess
import sys
import threading
import time

JOBS = 2
TESTS = 5
MORE_RUNS = 40
# So that each set of headers has been taken by more than the 16 programs behind which their containers are compiled.
WARM = 6
# Those that wait for a time limit, or fill memory, cost what the limits say, either way; what does not compile is cheap.
KINDS = ("right", "wrong", "ub", "crash", "freed", "leak", "abort")
INCLUDES = re.compile(r"\A(?:#include <[^>\n]*>\n)+")
PLAIN = {"c": ("gcc", "-O1", "main.c"), "cpp": ("g++", "-std=c++17", "-O1", "main.cpp")}
# As pid 1: it does not wait for what it starts otherwise, whose CPU time is then lost.
BWRAP = ("bwrap", "--unshare-all", "--as-pid-1", "--die-with-parent", "--ro-bind", "/usr", "/usr",
         "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
         "--ro-bind", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--dev", "/dev",
         "--tmpfs", "/tmp", "--tmpfs", "/box", "--chdir", "/box")


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Cost:
    """CPU and wall seconds of what is run, and waited for, within."""

    def __enter__(self):
        self.cpu, self.wall = -cpu_of_children(), -time.monotonic()
        return self

    def __exit__(self, *_):
        self.cpu += cpu_of_children()
        self.wall += time.monotonic()


def five(candidate):
    """The same with five tests."""
    tests = candidate["tests"]
    return candidate | {"tests": [tests[i % len(tests)] for i in range(TESTS)]}


def with_bits(candidate):
    code = INCLUDES.sub("", candidate["code"], count=1)
    return candidate | {"code": "#include <bits/stdc++.h>\n" + code, "id": candidate["id"] + "-bits"}


def read_sets(folder, count, seed):
    """Three sets, each of as many kinds of candidates as there are."""
    lines = [[json.loads(line) for line in open(folder / f"{name}.jsonl", encoding="utf-8")]
             for name in ("candidates", "expected")]
    by_language = {"c": {}, "cpp": {}}
    for candidate, about in zip(*lines):
        if about["kind"] in KINDS and "sanitizers" not in candidate and "flags" not in candidate:
            by_language[candidate["language"]].setdefault(about["kind"], []).append(five(candidate))
    drawn = {}
    for language, kinds in by_language.items():
        rng = random.Random(seed)
        for of in kinds.values():
            rng.shuffle(of)
        drawn[language] = []
        while len(drawn[language]) < count and any(kinds.values()):
            drawn[language] += [of.pop() for of in kinds.values() if of]
    return [("C", drawn["c"][:count]), ("C++, own headers", drawn["cpp"][:count]),
            ("C++, bits/stdc++.h", [with_bits(c) for c in drawn["cpp"][:count]])]


def label(tool, candidates, *options):
    """Their labels, and what these cost."""
    text = "".join(json.dumps(c) + "\n" for c in candidates)
    with Cost() as cost:
        done = subprocess.run([tool, "-q", *options], input=text, capture_output=True, text=True)
    labels = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [x["infra_error"] for x in labels if x.get("infra_error")]
    if len(labels) != len(candidates) or wrong:
        raise SystemExit(f"{len(labels)} labels of {len(candidates)}: {wrong[:1]} {done.stderr}")
    return labels, cost


def plain_test(candidate, test, folder):
    """Compile and run in one box; the cheapest way to do both once a test."""
    command = PLAIN[candidate["language"]]
    source = folder / command[-1]
    build = shlex.join([*command[:-1], f"/in/{command[-1]}", "-o", "program"])
    subprocess.run([*BWRAP, "--ro-bind", str(source), f"/in/{command[-1]}", "timeout", "10", "sh", "-c",
                    f"{build} -pthread -lm && exec ./program"], input=test["stdin"], text=True,
                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def plain(candidates, work):
    def one(numbered):
        number, candidate = numbered
        folder = work / f"plain-{number}"
        folder.mkdir(exist_ok=True)
        (folder / PLAIN[candidate["language"]][-1]).write_text(candidate["code"])
        for test in candidate["tests"]:
            plain_test(candidate, test, folder)
    with Cost() as cost, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(one, enumerate(candidates)))
    return cost


def show_sets(tool, sets, work, few):
    for name, candidates in sets:
        before = plain(candidates[:few], work)
        labels, ours = label(tool, candidates, f"--jobs={JOBS}")
        n, runs = len(labels), sum(x.get("run_ms", 0) for x in labels) / 1000
        cpu, plain_cpu = ours.cpu / n, before.cpu / few
        print(f"{name}: {n} candidates, {TESTS} tests each")
        print(f"  CPU s a label        {cpu:7.3f}, of it runs {runs / n:.3f}; the plain way {plain_cpu:.3f}, "
              f"{plain_cpu / cpu:.1f} times as much")
        print(f"  labels a second      {n / ours.wall:7.2f}; the plain way {few / before.wall:.2f}: "
              f"{n / ours.wall * before.wall / few:.1f} times as many")
        if name != "C":
            kept = work / f"kept-{sets.index((name, candidates))}"
            show_warm(tool, candidates, kept, plain_cpu, before.wall / few)
            _, later = label(tool, [again(c, "later") for c in candidates], f"--jobs={JOBS}", f"--cache={kept}")
            show_row("by the next process", later.cpu / n, later.wall / n, plain_cpu, before.wall / few)


def again(candidate, number):
    """Another program that does the same: nothing that is kept of results helps it."""
    return candidate | {"code": f"{candidate['code']}\n// {number}\n", "id": f"{candidate['id']}-{number}"}


def tree_cpu(root):
    """CPU seconds of a process, of those below it that live, and of all that any of them has waited for."""
    below, ticks = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended
            below.setdefault(int(fields[1]), []).append(int(entry.name))
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    total, left = 0, [root]
    while left:
        pid = left.pop()
        total += ticks.get(pid, 0)
        left += below.get(pid, [])
    return total / os.sysconf("SC_CLK_TCK")


def show_row(what, cpu, wall, plain_cpu, plain_wall):
    print(f"  {what:20} CPU s a label {cpu:.3f}, {plain_cpu / cpu:.1f} times less; labels a "
          f"second {1 / wall:.2f}, {plain_wall / wall:.1f} times as many")


def show_warm(tool, candidates, kept, plain_cpu, plain_wall):
    """What they cost where others of the same problems went before, as in the batches of a training run."""
    before = [again(c, i) for i in range(WARM) for c in candidates]
    child = subprocess.Popen([tool, "-q", f"--jobs={JOBS}", f"--cache={kept}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def feed(some):
        for c in some:
            child.stdin.write(json.dumps(c) + "\n")
        child.stdin.flush()

    def label_all(some):
        """Fed by a thread: who writes all before he reads fills both pipes."""
        feeder = threading.Thread(target=feed, args=[some])
        feeder.start()
        for _ in some:
            child.stdout.readline()
        feeder.join()

    label_all(before)
    cpu, wall = -tree_cpu(child.pid), -time.monotonic()
    label_all(candidates)
    cpu, wall = (cpu + tree_cpu(child.pid)) / len(candidates), (wall + time.monotonic()) / len(candidates)
    child.stdin.close()
    child.wait()
    show_row(f"behind {len(before)} others", cpu, wall, plain_cpu, plain_wall)


def commands_of(tool, candidate, work):
    """What it is built with, as --explain says it."""
    cache = work / "explained"
    labels, _ = label(tool, [candidate], f"--cache={cache}")
    said = subprocess.run([tool, f"--cache={cache}", f"--explain={labels[0]['hash']}"], capture_output=True,
                          text=True).stdout
    return shlex.split(re.search(r"^built with\n +(.*)", said, re.M).group(1))


def least(times, argv, folder, **how):
    """The least CPU milliseconds of some runs."""
    costs = []
    for _ in range(times):
        with Cost() as cost:
            subprocess.run(argv, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
        costs.append(1000 * cost.cpu)
    return min(costs)


def show_pieces(tool, name, candidate, work):
    """What compiler, linker and program take by themselves, without a box or anything of ours."""
    folder = work / "pieces"
    folder.mkdir(exist_ok=True)
    argv = commands_of(tool, candidate, work)
    source = next(word for word in argv if re.match(r"main\.c(pp)?$", word))
    (folder / source).write_text(candidate["code"])
    before = argv[:argv.index(source)]
    build = least(3, [*before, "-c", source, "-o", "o.o"], folder)
    link = least(3, [*before, "o.o", "-pthread", "-lm", "-o", "program"], folder)
    test = candidate["tests"][0]["stdin"]
    run = least(10, ["./program"], folder, input=test.encode(), env={"ASAN_OPTIONS": "detect_leaks=1"})
    print(f"  {name}: compile {build:.0f}, link {link:.0f}, a run {run:.1f}")
    return run


def show_box(tool, candidate, alone):
    """What a further run costs more than the program by itself."""
    costs = []
    for _ in range(3):
        few, many = (label(tool, [candidate | {"tests": candidate["tests"][:1] * n}], "--jobs=1")[1].cpu
                     for n in (1, 1 + MORE_RUNS))
        costs.append(1000 * (many - few) / MORE_RUNS)
    print(f"CPU ms of a further run  {min(costs):.1f}; of the program alone {alone:.1f}: "
          f"{min(costs) - alone:.1f} added, with clearing, files, reports and comparison")


def first_label(tool, candidate):
    start = time.monotonic()
    child = subprocess.Popen([tool, "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    child.stdin.write(json.dumps(candidate) + "\n")
    child.stdin.flush()
    child.stdout.readline()
    took = time.monotonic() - start
    child.stdin.close()
    child.wait()
    return took


def main():
    tool, work, count, few, seed = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:6])
    sets = read_sets(work / "set", count, seed)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    show_sets(tool, sets, work, few)
    print("CPU ms of the pieces, by themselves:")
    rights = [next(c for c in candidates if "/right" in c["id"]) for _, candidates in sets]
    runs = [show_pieces(tool, name, right, work) for (name, _), right in zip(sets, rights)]
    show_box(tool, rights[0], runs[0])
    for (name, _), right in zip(sets, rights):
        took = [first_label(tool, right) for _ in range(5)]
        print(f"first label, {name}: {statistics.median(took):.2f} s after the start ({min(took):.2f} at best)")


main()
