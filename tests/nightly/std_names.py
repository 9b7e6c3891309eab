"""Compile a probe for each row that std-names prints (stdin), and report (stdout).

A C++ name is probed by a using-declaration, a C name by typeof unless it is a macro. All names of one
header and standard are one compile; the lines that it complains of are the names that are not there.
"""
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile

CXX = [98, 11, 14, 17, 20, 23]
C = [89, 99, 11]
NAMESPACES = {"chrono", "filesystem", "views", "numbers", "this_thread", "ranges", "pmr"}
LIBCXX = os.environ.get("FL_LIBCXX")


def compile_lines(command, include, lines, suffix):
    """The indexes of the lines (from 0) that the compiler does not take."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "probe" + suffix)
        with open(path, "w") as f:
            f.write(f"#include <{include}>\n")
            f.writelines(line + "\n" for line in lines)
        run = subprocess.run(command + ["-fsyntax-only", "-w", path], capture_output=True, text=True,
                             env=dict(os.environ, LC_ALL="C"))
        bad = set()
        for line in run.stderr.splitlines():
            if line.startswith(path + ":") and "error:" in line:
                bad.add(int(line[len(path) + 1:].split(":")[0]) - 2)
            elif "fatal error:" in line or "file not found" in line:
                return set(range(len(lines)))
        if -1 in bad:
            return set(range(len(lines)))
        return bad


def cxx_line(i, name):
    if name in NAMESPACES:
        return f"namespace p{i} = std::{name};"
    return f"namespace p{i} {{ using std::{name}; }}"


def probe_cxx(header, standard, names, library):
    if library == "libc++":
        command = ["clang++-19", f"-std=c++{standard}", "-ferror-limit=0", "-nostdinc++", "-isystem", LIBCXX]
    else:
        command = ["g++-12", f"-std=c++{standard}"]
    bad = compile_lines(command, header, [cxx_line(i, n) for i, n in enumerate(names)], ".cpp")
    return {n for i, n in enumerate(names) if i not in bad}


def probe_c(header, flags, names):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "macros.c")
        with open(path, "w") as f:
            f.write(f"#include <{header}>\n")
        run = subprocess.run(["gcc-12", "-E", "-dM", *flags, path], capture_output=True, text=True)
        if run.returncode:
            return set()
        macros = {line.split()[1].split("(")[0] for line in run.stdout.splitlines()}
    lines = [f"static void p{i}(void) {{ __typeof__({n}) *p; (void)p; }}" for i, n in enumerate(names)]
    bad = compile_lines(["gcc-12", *flags], header, lines, ".c")
    return {n for i, n in enumerate(names) if i not in bad or n in macros}


def check_cxx(job):
    (header, since, gcc), names = job
    out = []
    there = probe_cxx(header, since, names, "libstdc++")
    newest = probe_cxx(header, 23, names, "libstdc++") if gcc else set()
    before = probe_cxx(header, CXX[CXX.index(since) - 1], names, "libstdc++") if since != 98 else set()
    for n in names:
        row = f"c++ {n} <{header}> C++{since}"
        if gcc:
            lib = LIBCXX and n in probe_cxx(header, since, [n], "libc++") and \
                n not in probe_cxx(header, CXX[CXX.index(since) - 1], [n], "libc++")
            out.append((row, "WRONG: gcc 12 has it" if n in newest else
                        "ok (libc++ 19)" if lib else f"not in gcc 12 (gcc {gcc})"))
        elif n not in there:
            out.append((row, "WRONG: not there"))
        elif n in before:
            out.append((row, "earlier"))
        else:
            out.append((row, "ok"))
    return out


def check_c(job):
    (header, since, feature), names = job
    out = []
    if since:
        there = probe_c(header, [f"-std=c{since}"], names)
        before = probe_c(header, [f"-std=c{C[C.index(since) - 1]}"], names) if since != 89 else set()
    elif feature != "-":
        there = probe_c(header, ["-std=c17", "-D" + feature], names)
        before = probe_c(header, ["-std=c17"], names)
    else:
        there, before = probe_c(header, ["-std=c17"], names), set()
    for n in names:
        row = f"c {n} <{header}> C{since} {feature}"
        out.append((row, "WRONG: not there" if n not in there else "earlier" if n in before else "ok"))
    return out


def main():
    groups = {"c++": collections.OrderedDict(), "c": collections.OrderedDict()}
    for line in sys.stdin:
        language, name, header, since, gcc, feature = line.split()
        key = (header, int(since), int(gcc)) if language == "c++" else (header, int(since), feature)
        groups[language].setdefault(key, []).append(name)
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for part in (pool.map(check_cxx, groups["c++"].items()), pool.map(check_c, groups["c"].items())):
            for rows in part:
                for row, verdict in rows:
                    counts[verdict.split(":")[0].split(" (")[0]] += 1
                    if verdict != "ok":
                        print(f"{row}: {verdict}")
    print(f"{sum(counts.values())} rows:", ", ".join(f"{n} {v}" for v, n in counts.most_common()))
    return 1 if counts["WRONG"] or counts.total() < 1000 else 0


sys.exit(main())
