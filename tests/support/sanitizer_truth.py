"""Hold san2struct's reading of sanitizer reports against GCC's own tests of its sanitizers.

Each test that has dg-output directives is built with gcc 12 as its directives say and run with the
options that it sets. Where the output is what it asks for, two truths are compared with what
san2struct reads out of that output:

1. the facts that the directives name (dejagnu_facts.py);
2. the headlines of the output itself, as the regular expressions below read them: how many reports
   of which tool, of UBSan the place and the kind.

Usage: sanitizer_truth.py SAN2STRUCT GCC_TESTSUITE SCRATCH [MINIMUM [ONLY]]
Outputs stay in SCRATCH and are used again. Status 1 when fewer than MINIMUM of the runs agree.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys

import dejagnu_facts
from dejagnu import Skip
from dejagnu_run import variants

TOOL, ROOT, SCRATCH = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
MINIMUM = float(sys.argv[4]) if len(sys.argv) > 4 else 0.95
ONLY = sys.argv[5] if len(sys.argv) > 5 else ""
# Fewer runs than this, and something is wrong with the testsuite or the compiler.
RUNS_MIN = 300
FOLDERS = ["asan", "ubsan", "tsan"]
HEADLINE = re.compile(r"^(?:(.*?):(\d+)(?::(\d+))?: runtime error: (.*)|"
                      r"==\d+==ERROR: (?:Address|UndefinedBehavior)Sanitizer: (.*)|WARNING: ThreadSanitizer: (.*) \(pid=\d+\)|"
                      r"(?:Direct|Indirect) leak of .*)$", re.M)

tally = collections.defaultdict(lambda: [0, 0])
reasons = collections.Counter()


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))


def execute(command, cwd, env, seconds):
    """Status (None: it was killed at the limit) and all that it wrote."""
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, start_new_session=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limits) as p:
        try:
            out, _ = p.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            out, _ = p.communicate()
            return None, out
        return p.returncode, out


def build_and_run(path, run):
    """Status and output; Skip where it does not build."""
    name = f"{str(path).replace('/', '_')}.{run.language}{run.level}"
    kept, binary = SCRATCH / (name + ".out"), SCRATCH / (name + ".exe")
    env = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    if not kept.exists():
        source = ROOT / path
        compiler = "gcc-12" if run.language == "c" else "g++-12"
        sources = [str(source)] + [str(source.parent / s) for s in run.sources]
        status, out = execute([compiler, *run.compile, *sources, "-o", str(binary), "-lm"], SCRATCH, env, 300)
        if status == 0:
            # TSan of gcc 12 cannot live with as much randomisation as newer kernels have.
            command = ["setarch", "-R", str(binary)]
            env |= {"UBSAN_OPTIONS": "color=never"} | dict(e.split("=", 1) for e in run.env)
            status, out = execute(command, SCRATCH, env, 60)
            kept.write_bytes(b"%d\n" % (-99 if status is None else status) + out)
        else:
            kept.write_bytes(b"-98\n" + out)
        binary.unlink(missing_ok=True)
    status, data = kept.read_bytes().split(b"\n", 1)
    if int(status) == -98:
        raise Skip("it does not build with this compiler")
    if int(status) == -99:
        raise Skip("it does not end")
    return int(status), data


def python_regex(tcl):
    tcl = tcl.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d")
    return re.sub(r"\\[yYmM]", r"\\b", tcl)


def matches(run, data):
    """Does the output match? In a process of its own: a regular expression may take for ever."""
    pattern = python_regex("".join(run.outputs))
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            found = re.search(pattern, data.decode("latin-1"), re.S)
            os._exit(0 if found else 1)
        except re.error:  # the parent says so
            os._exit(2)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGALRM:
        raise Skip("a regular expression that takes too long")
    if status not in (0, 1):
        raise Skip("a regular expression that Python does not read")
    return status == 0


def read(data):
    run = subprocess.run([TOOL, "--to=jsonl", "--strip="], input=data, capture_output=True, check=True)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def role_fits(want, role, report):
    """TSan tells a free() as a previous write; ours has the role of what it is."""
    return want in ("", role) or (want, role, report["kind"]) == ("previous_access", "free", "heap-use-after-free")


def frame_fits(want, report):
    role, depth, function, line = want
    for stack in report["stacks"]:
        for f in stack["frames"]:
            if (role_fits(role, stack["role"], report) and re.fullmatch(depth, str(f["depth"])) and
                    re.search(rf"(?<!\w){re.escape(function)}", f["function"]) and
                    (not line or re.fullmatch(line, str(f["line"])))):
                return True
    return False


def compare(want, got):
    """What differs between a report as expected and one of ours: (field, wanted, got)."""
    checks = differences(want, got)
    if got["tool"] == "tsan" and any(not c[3] for c in checks):
        other = differences(want.swapped(), got)
        checks = min(checks, other, key=lambda them: sum(not c[3] for c in them))
    for field, _, _, same in checks:
        tally[field][1] += 1
        tally[field][0] += same
    return [c[:3] for c in checks if not c[3]]


def differences(want, got):
    checks = []

    def check(field, expected, value, same):
        checks.append((field, expected, value, same))

    access = got["access"]
    if want.kinds:
        check("kind", "|".join(sorted(want.kinds)), got["kind"], got["kind"] in want.kinds)
    if want.access:
        check("access", want.access, access["type"], access["type"].upper() == want.access)
    if want.size:
        check("size", want.size, access["size"], access["size"] == want.size)
    if want.line:
        check("line", want.line, got["line"], bool(re.fullmatch(want.line, str(got["line"]))))
    if want.region:
        size, distance, side = want.region
        offset = {"right": size + distance, "left": -distance, "inside": distance}[side]
        check("region", size, access["region"], access["region"].startswith(f"{size}-byte"))
        check("offset", offset, access["offset"], access["offset"] == offset)
    for name, line in want.variables:
        check("variable", (name, line), got["variables"],
              any((v["name"], v["line"], v["accessed"]) == (name, line, True) for v in got["variables"]))
    for role in want.roles:
        check("stack", role, [s["role"] for s in got["stacks"]],
              any(role_fits(role, s["role"], got) for s in got["stacks"]))
    for f in want.frames:
        if f[2] or f[3]:
            check("frame", f, [(s["role"], [x["function"] for x in s["frames"]][:8]) for s in got["stacks"]],
                  frame_fits(f, got))
    return checks


def judge_directives(run, ours):
    """Each expected report against the next of ours that has its kind."""
    wrong, at = [], 0
    expected = dejagnu_facts.reports(run.outputs)
    for want in expected:
        if not want.fields():
            continue
        rest = [i for i in range(at, len(ours)) if not want.kinds or ours[i]["kind"] in want.kinds]
        # A .* in between may have skipped some.
        rest = [i for i in rest if want.line and re.fullmatch(want.line, str(ours[i]["line"]))] or rest
        if not rest:
            tally["kind"][1] += 1
            wrong.append(("report", "|".join(sorted(want.kinds)), [r["kind"] for r in ours[at:]][:5]))
            continue
        at = rest[0] + 1
        wrong += compare(want, ours[rest[0]])
    return wrong, sum(w.fields() for w in expected)


def judge_headlines(data, ours):
    """The output's own headlines against our list of reports."""
    wrong = []
    found = list(HEADLINE.finditer(data.decode("latin-1")))
    tally["reports"][1] += 1
    tally["reports"][0] += len(found) == len(ours)
    if len(found) != len(ours):
        return [("reports", len(found), len(ours))]
    for m, r in zip(found, ours):
        if m[4] is not None:
            kinds = dejagnu_facts.headline(m[4])
            same = (os.path.basename(r["file"]), r["line"], r["col"]) == \
                (os.path.basename(m[1]), int(m[2]), int(m[3] or 0)) and (not kinds or r["kind"] in kinds)
            tally["place and kind of UBSan"][0] += same
            tally["place and kind of UBSan"][1] += 1
            if not same:
                wrong.append(("headline", m[0], (r["file"], r["line"], r["col"], r["kind"])))
    return wrong


def one(path, run):
    """(why it is not judged or None, what is wrong, fields named)"""
    if not run.runs:
        return "it is only compiled", [], 0
    if not run.outputs:
        return "no dg-output", [], 0
    try:
        status, data = build_and_run(path, run)
        if (status != 0) != run.should_fail or not matches(run, data):
            return "its output or status is not as asked for", [], 0
    except Skip as reason:
        return str(reason), [], 0
    if not HEADLINE.search(data.decode("latin-1")):
        return "it fails without a report, or passes", [], 0
    ours = read(data)
    wrong, named = judge_directives(run, ours)
    return None, wrong + judge_headlines(data, ours), named


def warm(path, run):
    """Leave the output in SCRATCH."""
    try:
        if run.runs and run.outputs:
            build_and_run(path, run)
    except Skip:
        pass  # counted when it is judged


def main():
    jobs = []
    for folder in FOLDERS:
        for path in sorted(ROOT.glob(f"*/{folder}/*.[cC]")):
            path = path.relative_to(ROOT)
            if path.parts[0] not in ("c-c++-common", "gcc.dg", "g++.dg") or ONLY not in str(path):
                continue
            text = (ROOT / path).read_text(encoding="latin-1")
            for language, level, run in variants(path, text):
                if isinstance(run, Skip):
                    reasons[str(run)] += 1
                else:
                    jobs.append((path, run))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: warm(*job), jobs))
    answers = [one(*job) for job in jobs]
    judged, right, named_all, tests = (collections.Counter() for _ in range(4))
    for (path, run), (why, wrong, named) in zip(jobs, answers):
        if why:
            reasons[why] += 1
            if why not in ("it is only compiled", "no dg-output"):
                print(f"{path} {run.language} {run.level}: not judged: {why}")
            continue
        if not named:
            reasons["its dg-output names no field"] += 1
            print(f"{path} {run.language} {run.level}: its dg-output names no field; {len(wrong)} wrong")
            continue
        judged[run.tool] += 1
        right[run.tool] += not wrong
        named_all[run.tool] += named
        tests[path] += 1
        for w in wrong[:6]:
            print(f"{path} {run.language} {run.level}: {w[0]}: wanted {w[1]}, got {w[2]}")
    for reason, count in sorted(reasons.items()):
        print(f"not judged: {count}: {reason}")
    for field, (same, total) in sorted(tally.items()):
        print(f"field {field}: {same} of {total}")
    for tool in FOLDERS:
        print(f"{tool}: {right[tool]} of {judged[tool]} runs agree in all of {named_all[tool]} fields")
    runs, good = sum(judged.values()), sum(right.values())
    print(f"all: {good} of {runs} runs of {len(tests)} tests agree ({good / max(runs, 1):.4f})")
    sys.exit(good < MINIMUM * runs or (runs < RUNS_MIN and not ONLY))


if __name__ == "__main__":
    main()
