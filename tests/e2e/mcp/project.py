"""project.py SRC TOOL DIR: projects of several kinds are built below DIR and debugged over MCP, each with a
server that was started in the project, without options unless the case says so."""
import json
import os
import subprocess
import sys

src, tool, top = sys.argv[1:]
failed = []


class Server:
    """A server in a directory; a call answers with the structured content."""

    def __init__(self, cwd, *options):
        self.p = subprocess.Popen([tool, "mcp", *options], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.p.stdin.close()
        self.p.wait(60)

    def __call__(self, name, **arguments):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": "tools/call",
                   "params": {"name": name, "arguments": arguments}}
        self.p.stdin.write(json.dumps(request).encode() + b"\n")
        self.p.stdin.flush()
        return json.loads(self.p.stdout.readline())["result"]["structuredContent"]

    def run(self, command):
        return self("gdb_execute_command", command=command, timeout_sec=30)


def check(what, condition, shown):
    if not condition:
        failed.append(what)
        print(f"FAIL: {what}: {json.dumps(shown)[:1500]}", file=sys.stderr)


def write(path, text, mode=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    if mode is not None:
        os.chmod(path, mode)


def sh(cwd, *command):
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


MAIN = """#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include "stock.h"
int main()
{
	std::vector<int> v{1, 2, 3};
	std::map<std::string, int> m{{"a", 1}};
	std::string s = "hello";
	int *lost = find(v, 4); // here
	printf("%zu %zu\\n", m.size(), s.size());
	return *lost;
}
"""
STOCK_H = "#include <vector>\nint *find(std::vector<int> &v, int want);\n"
STOCK = """#include "stock.h"
int *find(std::vector<int> &v, int want)
{
	for (int &i : v)
		if (i == want)
			return &i;
	return nullptr; // cause
}
"""


def line_of(text, words):
    return 1 + next(i for i, line in enumerate(text.split("\n")) if words in line)


def cxx_project(at):
    write(f"{at}/src/main.cpp", MAIN)
    write(f"{at}/src/stock.h", STOCK_H)
    write(f"{at}/src/stock.cpp", STOCK)
    write(f"{at}/secret.txt", "secret\n")
    write(f"{at}/.env", "secret\n")
    return at


def debug(s, what, program, root, files):
    """To the crash and to its cause, as an agent would."""
    started = s("gdb_start_session", program=program)
    check(f"{what}: start", started.get("status") == "success" and started.get("warnings") == [], started)
    check(f"{what}: sources", started.get("sources") == [root] and started.get("source_files", 0) >= files, started)
    crash = s.run("run")
    stop = crash.get("data", {}).get("stop", {})
    at = line_of(MAIN, "return *lost")
    check(f"{what}: crash", stop.get("signal_name") == "SIGSEGV" and stop.get("line") == at, crash)
    check(f"{what}: the line", f"{at}\t\treturn *lost;" in crash.get("output", ""), crash)
    for expression, want in (("v.size()", "3"), ("*v.begin()", "1"), ("s.size()", "5"), ("v[1] + 40", "42"),
                             ("find(v, 9)", "0x0")):
        value = s("gdb_evaluate_expression", expression=expression)
        check(f"{what}: {expression}", value.get("value", "").endswith(want), value)
    why = s("gdb_why_context").get("context", {})
    texts = [line["text"] for line in why["frames"][0]["source"] if line["current"]] if why.get("frames") else []
    check(f"{what}: source in the context", texts == ["\treturn *lost;"], why)
    cause = line_of(STOCK, "cause")
    check(f"{what}: a place by the user's name",
          s("gdb_set_breakpoint", location=f"{root}/src/stock.cpp:{cause}").get("status") == "success",
          s("gdb_list_breakpoints"))
    s.run("run")
    reached = s("gdb_get_status").get("stop", {})
    check(f"{what}: the cause", reached.get("function") == "find" and reached.get("line") == cause, reached)


def inside(s):
    """Names of all files of the sandbox's directory, by the program's own means."""
    s.run('print (int)system("cd /box && find . -type f -o -type l; cat .env secret.txt 2>&1")')
    return s("gdb_program_output").get("output", "")


def cmake():
    at = cxx_project(f"{top}/my dir/shop")
    write(f"{at}/CMakeLists.txt", """cmake_minimum_required(VERSION 3.16)
project(shop CXX)
set(CMAKE_BUILD_TYPE Debug)
add_library(stock SHARED src/stock.cpp)
add_executable(shop src/main.cpp)
target_link_libraries(shop stock)
""")
    sh(at, "cmake", "-S", ".", "-B", "build")
    sh(at, "cmake", "--build", "build")
    with Server(at) as s:
        debug(s, "cmake", "build/shop", at, 3)
        files = inside(s)
        check("cmake: what is inside", "./src/main.cpp" in files and "secret" not in files.replace("secret.txt:", ""), files)
        core = s.run("generate-core-file")
        check("generate-core-file", "Saved corefile" in core.get("output", ""), core)
        jumped = s.run(f"jump stock.cpp:{line_of(STOCK, 'cause')}")
        check("jump", jumped.get("data", {}).get("stop", {}).get("function") == "find", jumped)
    # built beside the project: CMake's record says where the sources are
    sh(at, "cmake", "-S", ".", "-B", f"{top}/my dir/out/debug")
    sh(at, "cmake", "--build", f"{top}/my dir/out/debug")
    with Server(f"{top}/my dir") as s:
        debug(s, "cmake beside", "out/debug/shop", at, 3)
    with Server(f"{top}/my dir/out") as s:
        started = s("gdb_start_session", program="debug/shop")
        check("cmake, sources not allowed", any("--allow" in w for w in started.get("warnings", [])), started)
        stopped = [s.run("break main"), s.run("run"), s.run("list"), s("gdb_why_context")]
        check("no source is said", all("in /" not in json.dumps(a.get("data", {}).get("lines", [])) and
                                       "\\tin " not in json.dumps(a) for a in stopped), stopped)
        check("no line without text", all(not a.get("data", {}).get("lines") for a in stopped), stopped)
    with Server(f"{top}/my dir/out", "--allow", f"{top}/my dir") as s:
        debug(s, "--allow", "debug/shop", at, 3)


def quotes():
    """A directory with blanks and quotes, a Makefile, sources by relative names."""
    at = cxx_project(f'{top}/my dir "x" \'y\' \\z')
    write(f"{at}/Makefile", "all:\n")
    os.mkdir(f"{at}/build")
    sh(f"{at}/build", "g++", "-g", "-O0", "../src/main.cpp", "../src/stock.cpp", "-o", "shop")
    with Server(at) as s:
        debug(s, "quotes", f"{at}/build/shop", at, 3)
        loaded = s.run("file \"" + f"{at}/build/shop".replace("\\", "\\\\").replace('"', '\\"') + '"')
        check("quotes: file", "Reading symbols" in loaded.get("output", ""), loaded)
    with Server(at, "--sandbox=off") as s:
        started = s("gdb_start_session", program=f"{at}/build/shop")
        check("quotes, no sandbox", started.get("warnings") == [], started)


def moved():
    """Compiled at another place, as in a container."""
    at = cxx_project(f"{top}/before")
    os.mkdir(f"{at}/build")
    sh(f"{at}/build", "g++", "-g", "-O0", "../src/main.cpp", "../src/stock.cpp", "-o", "../shop")
    os.rmdir(f"{at}/build")
    os.mkdir(f"{at}/.git")
    os.rename(at, f"{top}/after")
    at = f"{top}/after"
    with Server(at) as s:
        started = s("gdb_start_session", program="shop")
        check("moved", any(w == f"It was compiled in {top}/before: its sources are taken from {at}"
                           for w in started.get("warnings", [])), started)
        s.run("break main")
        crash = s.run("run")
        check("moved: the line", "std::vector<int> v{1, 2, 3};" in crash.get("output", ""), crash)


def links():
    at = cxx_project(f"{top}/links/shop")
    write(f"{top}/links/outside.h", "// secret\n")
    write(f"{at}/private.h", "// secret\n", 0o600)
    os.mkdir(f"{at}/.git")
    os.mkdir(f"{at}/real")
    os.symlink("../../outside.h", f"{at}/src/out.h")
    os.symlink("main.cpp", f"{at}/src/in.cpp")
    os.symlink("/proc/self/environ", f"{at}/src/magic.h")
    os.symlink("real", f"{at}/build")
    sh(f"{at}/build", "g++", "-g", "-O0", f"{at}/src/main.cpp", "../src/stock.cpp", "-o", "shop")
    with Server(at) as s:
        started = s("gdb_start_session", program="build/shop")
        check("links: told", any("src/magic.h" in w and w.startswith("2 links") for w in started.get("warnings", [])),
              started)
        s.run("break main")
        s.run("run")
        files = inside(s)
        check("links: inside", "./src/in.cpp" in files and "./real/shop" in files and "out.h" not in files and
              "magic" not in files and "private" not in files, files)


def refusals():
    at = f"{top}/refused"
    other = f"{top}/other"
    write(f"{at}/a.c", "int main(void) { return 0; }\n")
    write(f"{other}/key", "secret\n")
    sh(at, "gcc", "-g", "a.c", "-o", "a")
    sh(at, "gcc", "-g", "a.c", "-o", f"{other}/b")
    write(f"{at}/text", "text\n")
    write(f"{at}/a.sh", "#!/bin/sh\n", 0o755)
    os.symlink(f"{other}/b", f"{at}/linked")
    os.symlink("/etc/shadow", f"{at}/shadow")
    os.symlink("a", f"{at}/own")
    os.mkfifo(f"{at}/fifo")
    # (what is named, as what, what the answer says)
    cases = [
        (f"{other}/b", "program", "--allow DIR"), (f"{other}/key", "program", "--allow DIR"),
        ("linked", "program", "leads out"), ("shadow", "program", "leads out"), ("../other/b", "program", "leads out"),
        ("text", "program", "is no ELF program"), ("a.sh", "program", "is a script"), ("fifo", "program", "no ordinary"),
        (".", "program", "no ordinary"), ("/etc/passwd", "program", "--allow DIR"),
        ("a", "core", "is no ELF core"), ("text", "core", "is no ELF core"), (f"{other}/key", "core", "--allow DIR"),
        ("shadow", "core", "leads out"), ("text", "symbols", "is no ELF or PE"), (f"{other}/b", "symbols", "--allow DIR"),
        ("/proc/self/exe", "program", "--allow DIR"), ("/proc/1/environ", "core", "--allow DIR"),
    ]
    with Server(at) as s:
        for name, kind, words in cases:
            said = s("gdb_start_session", **{kind: name})
            check(f"{kind} {name}", words in json.dumps(said), said)
            if said.get("session_id"):
                s("gdb_stop_session", session_id=said["session_id"])
        for name in ("own", "a", f"{at}/a", f"{at}/./own"):
            said = s("gdb_start_session", program=name)
            check(f"program {name}", said.get("warnings") == [], said)
            s("gdb_stop_session", session_id=said["session_id"])
        s("gdb_start_session", program="a")
        for command, words in ((f"file {other}/b", "--allow DIR"), ("file shadow", "leads out"),
                               (f"core-file {other}/key", "--allow DIR"), ("core-file text", "is no ELF core"),
                               (f"symbol-file {other}/b", "--allow DIR"), (f"add-symbol-file {other}/b 0", "--allow DIR"),
                               (f"-file-exec-and-symbols {other}/b", "--allow DIR"), ("file text", "is no ELF"),
                               (f"set sysroot {other}", "--allow DIR"), (f"directory {other}", "--allow DIR"),
                               (f"set solib-search-path {at}:{other}", "--allow DIR"), ("file fifo", "no ordinary")):
            said = s.run(command)
            check(command, said.get("status") == "error" and words in said["message"], said)
        s.run("break main")
        s.run("run")
        files = inside(s)
        check("refused: inside", "b\n" not in files and "key" not in files and "shadow" not in files, files)
        check("a missing file is gdb's to tell", "No such file" in s.run("file no-such").get("message", ""), None)
    with Server("/") as s:
        said = s("gdb_start_session", program=f"{at}/a")
        check("a server in /", "from no directory" in said.get("message", ""), said)
        said = s("gdb_start_session", program="/usr/bin/env")
        check("a program of the system", said.get("status") == "success", said)


def init_commands():
    """The example of the tools reference: program, core file, and where its libraries are."""
    at = f"{top}/init"
    write(f"{at}/c.c", "#include <stdlib.h>\nint deep(int n) { if (n) return deep(n - 1) + 1; abort(); }\n"
                       "int main(void) { return deep(3); }\n")
    write(f"{at}/sys root/lib/empty.c", "int empty;\n")
    sh(at, "gcc", "-g", "-shared", "sys root/lib/empty.c", "-o", "sys root/lib/libempty.so")
    sh(at, "gcc", "-g", "-O0", "c.c", "-o", "c")
    sh(at, "gdb", "-nx", "-q", "-batch", "-ex", "run", "-ex", "generate-core-file core.dump", "./c")
    with Server(at) as s:
        started = s("gdb_start_session", init_commands=[
            f"file {at}/c", f"core-file {at}/core.dump", f"set sysroot {at}/sys root",
            f"set solib-search-path {at}/sys root/lib"])
        check("init_commands", started.get("status") == "success" and started.get("sources") == [at], started)
        check("init_commands: libraries", "/box" in s.run("show solib-search-path").get("output", ""), started)
        s.run("set sysroot /")
        frames = s("gdb_get_backtrace").get("frames", [])
        check("init_commands: stack", [f["func"] for f in frames if f.get("func") in ("deep", "main")] ==
              ["deep"] * 4 + ["main"], frames)
        core = s("gdb_analyze_core", program="c", core="core.dump")
        check("gdb_analyze_core", core.get("signal", {}).get("name") == "SIGABRT", core)


for case in (cmake, quotes, moved, links, refusals, init_commands):
    case()
sys.exit(bool(failed))
