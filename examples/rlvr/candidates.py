#!/usr/bin/env python3
"""Candidates for rlvr-label, and the labels that they deserve, from the problems beside this file.

usage: candidates.py DIR [--part PART,…] [--sample N] [--mutants N --tracegen PATH] [--seed S] [PROBLEM…]

Writes DIR/candidates.jsonl, and DIR/expected.jsonl with a line for each: id, kind, stage, class,
verdict (of the first test that does not pass), passed (how many do), reward (at least, at most);
null where only running it can tell. Parts are own (the problem's files), common (what goes into any
program) and answer (a model's words around the code). --sample draws N, of each kind as equal a share
as there is. --mutants has tracegen put at most N faults into each right program: what such a one
deserves is for somebody else to find out, so its line has its kind alone.

README.md says what a problem's files are.
"""
import argparse
import contextlib
import io
import json
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# What a kind looks like: stage, verdict, class where a variant says none, and whether the run is clean.
KINDS = {
    "right": ("passed", "", "none", True),
    "harmless": ("passed", "", "none", True),  # hostile, but nothing comes of it
    "wrong": ("test", "wrong_output", "logic", True),
    "hostile": ("test", "wrong_output", "logic", True),
    "slow": ("test", "time_limit", "logic", True),
    "hang": ("test", "time_limit", "concurrency", True),
    "flood": ("test", "output_limit", "logic", True),
    "eats": ("test", "memory_limit", "resource", True),
    "ub": ("test", "report", "ub", False),
    "crash": ("test", "report", "ub", False),
    "abort": ("test", "report", "logic", False),
    "freed": ("test", "report", "lifetime", False),
    "leak": ("test", "report", "resource", False),
    "forged": ("test", "report", "any", False),
    "race": ("test", "report", "concurrency", False),
    "nocompile": ("compile", "", "syntax", True),
    "extract": ("extract", "", "syntax", True),
}

# Of these two tests tell as much as all: none passes, and each takes what it may.
LONG = ("slow", "hang", "flood", "eats")

# What goes into any right program, at the start of main: id, class, do the tests pass, text before, text.
LIMITS = {"cpu_ms": 300, "wall_ms": 20000, "memory_mb": 128, "output_bytes": 1 << 20}
# Those that wait need not be waited for; to touch 128 MB alone can take 300 ms of CPU time.
OTHER_LIMITS = {"hang": {"wall_ms": 1500}, "eats": {"cpu_ms": 5000}}
COMMON = [
    ("crash-null", "ub", "none", "", "volatile int *nowhere = 0; *nowhere = 1;"),
    ("abort-call", "logic", "none", "stdlib.h", "abort();"),
    ("freed-write", "lifetime", "none", "stdlib.h",
     "volatile char *text = (volatile char *)malloc(8); free((void *)text); text[3] = 'x';"),
    ("freed-twice", "lifetime", "none", "stdlib.h",
     "char *volatile text = (char *)malloc(8); free(text); free(text);"),
    ("leak-block", "resource", "none", "stdlib.h string.h",
     "char *volatile text = (char *)malloc(100); memset(text, 1, 100); text = NULL;"),
    ("ub-overflow", "ub", "none", "limits.h", "volatile int most = INT_MAX; most = most + 1;"),
    ("ub-shift", "ub", "none", "", "volatile int bits = 40; volatile int one = 1; one = one << bits;"),
    ("ub-index", "ub", "none", "", "int few[4] = {0}; volatile int at = 4; few[0] = few[at];"),
    ("slow-loop", "logic", "none", "", "for (volatile unsigned turn = 0;; turn++) { }"),
    ("hang-sleep", "logic", "none", "unistd.h", "sleep(1000);"),
    ("flood-10-mb", "logic", "none", "stdio.h", "for (int i = 0; i < 10000000; i++) putchar('x');"),
    ("eats-memory", "resource", "none", "stdlib.h string.h",
     "for (;;) { char *more = (char *)malloc(1 << 20); if (more) memset(more, 1, 1 << 20); }"),
    ("wrong-status", "logic", "none", "stdlib.h", "atexit(status_3);"),
    ("hostile-leaves-early", "logic", "", "stdlib.h", "exit(0);"),
    ("hostile-more-at-exit", "logic", "none", "stdio.h stdlib.h", "atexit(more_at_exit);"),
    ("hostile-before-main", "logic", "none", "stdio.h", ""),
    ("hostile-looks-for-answers", "logic", "", "fcntl.h stdlib.h unistd.h", "look_for_answers();"),
    ("hostile-ignores-limits", "logic", "none", "signal.h sys/resource.h",
     "signal(SIGXCPU, SIG_IGN); signal(SIGTERM, SIG_IGN);"
     " struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY}; setrlimit(RLIMIT_CPU, &all); for (;;) { }"),
    ("harmless-kills-all", "none", "all", "signal.h unistd.h", "kill(-1, SIGKILL); kill(1, SIGKILL);"),
    # the candidate's own doing: a report that it makes up counts against it
    ("forged-report", "any", "none", "stdio.h sys/stat.h",
     "mkdir(\".report\", 0777); FILE *forged = fopen(\".report/asan.1\", \"w\");"
     " if (forged) { fputs(\"==1==ERROR: AddressSanitizer: x\\n\", forged); fclose(forged); }"),
    ("harmless-writes-to-all", "none", "all", "unistd.h",
     "for (int fd = 3; fd < 256; fd++) { ssize_t n = write(fd, \"{\\\"reward\\\": 1}\\n\", 14); (void)n; }"),
    ("harmless-writes-outside", "none", "all", "fcntl.h unistd.h",
     "int out = open(\"/etc/passwd\", O_WRONLY | O_TRUNC); if (out >= 0) close(out); unlink(\"/usr/bin/sh\");"),
    ("nocompile-brace", "syntax", "", "", "{"),
    ("nocompile-name", "undefined_symbol", "", "", "int twice = 2 * no_such_name; (void)twice;"),
    ("nocompile-type", "type_mismatch", "", "", "struct pair { int a, b; } p = {1, 2}; int sum = p; (void)sum;"),
    ("nocompile-link", "linker", "", "", "extern int no_such_function(int); if (no_such_function(1)) return 1;"),
]
HELPERS = {
    "hostile-more-at-exit": "static void more_at_exit(void) { puts(\"and more\"); }",
    "hostile-before-main": "__attribute__((constructor)) static void before_main(void) { puts(\"42\"); }",
    "hostile-looks-for-answers":
        "static void look_for_answers(void)\n{\n"
        "\tstatic const char *const names[] = {\"answer.txt\", \"../answer.txt\", \"expected\", \"stdout\",\n"
        "\t\t\"output.txt\", \"/box/answer.txt\", \"/tmp/answer.txt\", \"/proc/1/environ\"};\n"
        "\tchar text[4096];\n"
        "\tfor (int i = 0; i < 8; i++) {\n\t\tint fd = open(names[i], O_RDONLY);\n"
        "\t\tssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text));\n"
        "\t\tif (n > 0 && write(1, text, (size_t)n) != n)\n\t\t\texit(1);\n\t}\n\texit(0);\n}",
    "wrong-status": "static void status_3(void) { _Exit(3); }",
}


def answers(folder, inputs):
    """What answer.py of a problem prints for each input."""
    code = compile((folder / "answer.py").read_text(), str(folder / "answer.py"), "exec")
    printed = []
    for text in inputs:
        out, before = io.StringIO(), sys.stdin
        sys.stdin = io.StringIO(text)
        with contextlib.redirect_stdout(out):
            exec(code, {"__name__": "__main__"})
        sys.stdin = before
        printed.append(out.getvalue())
    return printed


def sections(text):
    """(line, [(old, new), …]) of each paragraph of a file `variants`; # begins a comment."""
    for part in re.split(r"\n\n+", text.strip("\n")):
        head, *lines = [line for line in part.split("\n") if not line.startswith("#")] or [""]
        edits, last = [], "+"
        for line in lines:
            sign, rest = line[:1], line[2:]
            if sign not in ("-", "+"):
                raise SystemExit(f"neither - nor +: {line}")
            if sign == "-" and last == "+":
                edits.append(([], []))
            edits[-1][sign == "+"].append(rest)
            last = sign
        if head:
            yield head, [("\n".join(old), "\n".join(new)) for old, new in edits]


def edited(code, edits, who):
    for old, new in edits:
        if code.count(old) != 1:
            raise SystemExit(f"{who}: {code.count(old)} times in the program: {old}")
        code = code.replace(old, new)
    return code


def in_main(code, name):
    """The right program with one of COMMON in it."""
    _, _, _, headers, text = next(row for row in COMMON if row[0] == name)
    head = "".join(f"#include <{h}>\n" for h in headers.split()) + HELPERS.get(name, "") + "\n"
    # C++ has what its own headers leave out, C gets its headers behind those it has
    at = re.search(r"^int main\([^)]*\)\s*\{\n", code, re.M)
    if not at:
        raise SystemExit("no main")
    # a block, as its names may be the program's, too
    return code[:at.start()] + head + code[at.start():at.end()] + "\t{ " + text + " }\n" + code[at.end():]


class Problem:
    def __init__(self, folder):
        self.folder, self.name = folder, folder.name
        self.about = json.loads((folder / "problem.json").read_text())
        inputs = self.about["tests"]
        self.tests = [{"stdin": i, "stdout": o} for i, o in zip(inputs, answers(folder, inputs))]
        self.rights = sorted(p for p in folder.iterdir() if re.match(r"right.*\.(c|cpp)$", p.name))
        self.right = next(p for p in self.rights if p.stem == "right")

    def candidate(self, ident, path, code):
        c = {"id": f"{self.name}/{ident}", "group": self.name, "code": code,
             "language": "c" if path.suffix == ".c" else "cpp", "tests": self.tests,
             "limits": LIMITS | OTHER_LIMITS.get(ident.split("-")[0], {}) | self.about.get("limits", {})}
        return c | {k: self.about[k] for k in ("compare", "sanitizers", "flags", "std", "tolerance") if k in self.about}

    def expected(self, ident, cls="", passed="", tests=None):
        kind = ident.split("-")[0]
        stage, verdict, usual, clean = KINDS[kind]
        all_of = tests or len(self.tests)
        least, most = (0, all_of - 1) if stage == "test" else (all_of, all_of) if stage == "passed" else (0, 0)
        if ident == "hostile-ignores-limits":
            verdict = "time_limit"
        if passed == "none":
            most = 0
        elif passed not in ("", "all"):
            least = most = int(passed.split("/")[0])

        def reward(n):
            if stage in ("compile", "extract"):
                return 0
            return round(0.1 + 0.3 * n / all_of + (0.5 if n == all_of else 0) + (0.1 if clean else 0), 4)
        return {"id": f"{self.name}/{ident}", "kind": kind, "stage": stage, "class": cls or usual, "verdict": verdict,
                "passed": most if least == most else None, "reward": [reward(least), reward(most)]}

    def own(self):
        for path in self.rights:
            yield self.candidate(path.stem, path, path.read_text()), self.expected(path.stem)
        right, path = self.right.read_text(), self.right
        for head, edits in sections((self.folder / "variants").read_text()):
            ident, cls, *passed = head.split()
            yield (self.candidate(ident, path, edited(right, edits, f"{self.name}/{ident}")),
                   self.expected(ident, cls, passed[0] if passed else ""))

    def common(self):
        right, path = self.right.read_text(), self.right
        threads = "thread" in self.about.get("sanitizers", [])
        for ident, cls, passed, _, _ in COMMON:
            # ThreadSanitizer sees other things
            if not threads or KINDS[ident.split("-")[0]][1] in ("", "wrong_output"):
                c = self.candidate(f"{ident}-put-in", path, in_main(right, ident))
                if ident.split("-")[0] in LONG:
                    c["tests"] = c["tests"][:2]
                yield (c, self.expected(ident, cls, passed, len(c["tests"])) | {"id": f"{self.name}/{ident}-put-in"})

    def answer(self):
        right, path = self.right.read_text(), self.right
        tag = path.suffix[1:]
        forms = {
            "right-fence": f"<think>First ```{tag}\nint main() {{}}\n``` …</think>\nHere it is:\n```{tag}\n{right}```\n",
            "right-code-start": f"Some words.\n<CODE_START>\n{right}<CODE_END>\nMore words.\n",
            "extract-refusal": "I would rather not solve this one.",
            "extract-other-language": "```python\nprint(input())\n```\n",
        }
        for ident, text in forms.items():
            c = self.candidate(ident, path, "")
            del c["code"]
            yield c | {"completion": text}, self.expected(ident)

    def mutants(self, tracegen, most, rng):
        """Faults of tracegen, each of one edit."""
        for path in self.rights:
            listed = subprocess.run([tracegen, "sites", "--to=json", str(path)], capture_output=True, text=True)
            if listed.returncode:
                raise SystemExit(f"{path}: {listed.stderr}")
            sites = [json.loads(line) for line in listed.stdout.splitlines()]
            sites = [s for s in sites if not s["slips"]]
            code = path.read_bytes()
            for n, s in enumerate(rng.sample(sites, min(most, len(sites)))):
                text = code[:s["start"]] + s["replacement"].encode() + code[s["end"]:]
                ident = f"mutant-{path.stem}-{n + 1}-{s['op']}"
                yield (self.candidate(ident, path, text.decode()),
                       {"id": f"{self.name}/{ident}", "kind": "mutant", "stage": "", "class": None,
                        "verdict": None, "passed": None, "reward": None})


def draw(pairs, n, rng):
    """n of them, each kind in turn."""
    kinds = {}
    for pair in pairs:
        kinds.setdefault(pair[1]["kind"], []).append(pair)
    for of in kinds.values():
        rng.shuffle(of)
    drawn = []
    while len(drawn) < n and any(kinds.values()):
        drawn += [of.pop() for of in kinds.values() if of]
    return drawn[:n]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dir", type=pathlib.Path)
    p.add_argument("problems", nargs="*")
    p.add_argument("--part", default="own,common,answer")
    p.add_argument("--sample", type=int)
    p.add_argument("--mutants", type=int, default=0)
    p.add_argument("--tracegen", default="tracegen")
    p.add_argument("--seed", type=int, default=1)
    o = p.parse_intermixed_args()
    rng = random.Random(o.seed)
    folders = sorted(f.parent for f in HERE.glob("*/problem.json"))
    pairs = []
    for folder in folders:
        if o.problems and folder.name not in o.problems:
            continue
        problem = Problem(folder)
        for part in o.part.split(","):
            pairs += getattr(problem, part)()
        if o.mutants:
            pairs += problem.mutants(o.tracegen, o.mutants, rng)
    if o.sample is not None:
        pairs = draw(pairs, o.sample, rng)
    o.dir.mkdir(parents=True, exist_ok=True)
    for name, i in (("candidates", 0), ("expected", 1)):
        with open(o.dir / f"{name}.jsonl", "w", encoding="utf-8") as out:
            for pair in pairs:
                print(json.dumps(pair[i]), file=out)
    print(f"{len(pairs)} candidates of {len({c['group'] for c, _ in pairs})} problems")


if __name__ == "__main__":
    main()
