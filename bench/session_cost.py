"""What debug sessions cost, for bench/debugsession: session_cost.py DEBUGSESSION STL DEEP ROUNDS
STL and DEEP are programs (bench/debugsession). CPU is user and system time of all processes that take
part, debugger, program, our server and our clients, from the first start to the last end."""
import ctypes
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
TICK = os.sysconf("SC_CLK_TCK")


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (used.ru_utime + used.ru_stime)


def reap_all():
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


class Plain:
    """A gdb over its pipes."""

    def __init__(self, *settings):
        self.gdb = subprocess.Popen(["gdb", "-nx", "--interpreter=mi3"], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.token = 0
        for setting in settings:
            self.do(setting)

    def until(self, start):
        for line in self.gdb.stdout:
            if line.startswith(start):
                return line
        raise SystemExit("gdb has ended")

    def do(self, command):
        self.token += 1
        self.gdb.stdin.write(b"%d%s\n" % (self.token, command.encode()))
        self.gdb.stdin.flush()
        line = self.until(b"%d^" % self.token)
        return self.until(b"*stopped") if b"^running" in line else line

    def to_main(self, program):
        for command in ("-inferior-tty-set /dev/null", f"-file-exec-and-symbols {program}",
                        "-break-insert main", "-exec-run"):
            self.do(command)

    def end(self):
        self.gdb.stdin.write(b"-gdb-exit\n")
        self.gdb.stdin.close()
        self.gdb.stdout.read()
        self.gdb.wait()


def plain_to_main(program):
    gdb = Plain()
    gdb.to_main(program)
    gdb.end()


class Session:
    """A session of ours, over its socket."""

    def __init__(self, tool, program, *options):
        said = subprocess.run([tool, "start", "--program", program, *options],
                              stdout=subprocess.PIPE, check=True).stdout
        said = json.loads(said)
        self.tool, self.id, self.gdb = tool, said["session_id"], said["pid"]
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(said["socket"])
        self.lines = self.socket.makefile("r")
        with open(said["socket"][:-4] + "json") as state:
            self.server = json.load(state)["server_pid"]

    def do(self, command):
        request = json.dumps({"op": "command", "command": command, "max_lines": 1000})
        self.socket.sendall(request.encode() + b"\n")
        answer = json.loads(self.lines.readline())
        if not answer["success"]:
            raise SystemExit(f"{command}: {answer['error']}")
        return answer

    def end(self):
        self.socket.close()
        subprocess.run([self.tool, "stop", "--session", self.id], stdout=subprocess.DEVNULL,
                       check=True)


def ours_to_main(tool, program, *options):
    session = Session(tool, program, *options)
    session.do("break main")
    if session.do("run")["state"] != "stopped":
        raise SystemExit("the program does not stop at main")
    session.end()


# a breakpoint in the program's own code, what is there, and a crash in the C library
LOOKS = ("bt", "info locals", "info args", "print v", "print m", "continue", "bt")


def plain_session(program, place):
    gdb = Plain()
    gdb.do("-inferior-tty-set /dev/null")
    gdb.do(f"-file-exec-and-symbols {program}")
    for command in (f"break {place}", "run", *LOOKS):
        gdb.do(f'-interpreter-exec console "{command}"')
    gdb.end()


def ours_session(tool, program, place, *options):
    session = Session(tool, program, *options)
    for command in (f"break {place}", "run", *LOOKS):
        session.do(command)
    session.end()


def cpu_of(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / TICK


def starts(tool, program, rounds):
    compare("to main", rounds, {
        "gdb -nx --interpreter=mi3": lambda: plain_to_main(program),
        "debugsession start": lambda: ours_to_main(tool, program),
        "debugsession start --fast": lambda: ours_to_main(tool, program, "--fast"),
    })


def whole_sessions(tool, program, place, rounds):
    compare(f"break {place}, run, {', '.join(LOOKS)}", rounds, {
        "gdb -nx --interpreter=mi3": lambda: plain_session(program, place),
        "debugsession start": lambda: ours_session(tool, program, place),
        "debugsession start --fast": lambda: ours_session(tool, program, place, "--fast"),
    })


def compare(title, rounds, ways):
    """CPU of each way in turn; the first is the one that the others are measured by."""
    spent = {way: [] for way in ways}
    for turn in range(rounds + 1):  # the first one fills caches
        for way, go in ways.items():
            before = cpu_of_children()
            go()
            reap_all()
            if turn:
                spent[way].append(cpu_of_children() - before)
    base = next(iter(spent.values()))
    print(f"{title}: CPU ms of {rounds} runs in turn: least, median, share of gdb's least and median")
    for way, ms in spent.items():
        print(f"  {way:28s} {min(ms):6.1f} {statistics.median(ms):6.1f}"
              f"   {min(ms) / min(base):.2f} {statistics.median(ms) / statistics.median(base):.2f}")


def kept(tool, program):
    """What the default profile still has."""
    session = Session(tool, program)
    for command in ("break show", "run"):
        session.do(command)
    values = [session.do(f"print {name}")["output"] for name in ("v", "m", "s")]
    session.do("break abort")
    session.do("continue")
    frames = [frame["function"] for frame in session.do("bt")["output"]]
    session.end()
    reap_all()
    print("containers:", "; ".join(values))
    print("a stack in the C library:", " ".join(frames))
    if "std::vector of length 3" not in values[0] or not frames[0].endswith("abort"):
        raise SystemExit("printers or symbols are missing")


def overhead(tool, program, count=400):
    """Both ways in turn, each against the exchanges that its answer is made of: text and data."""
    gdb = Plain()
    gdb.to_main(program)
    session = Session(tool, program)
    for command in ("break main", "run"):
        session.do(command)
    for _ in range(3):  # what is printed at the first line is chance
        gdb.do("-exec-next")
        session.do("next")
    print(f"a command, ms, least and median of {count} in turn: raw MI; through a session; "
          "difference; the server's CPU")
    for raw, ours in ((["-data-evaluate-expression 1"], "-data-evaluate-expression 1"),
                      (['-interpreter-exec console "print 1"'], "print 1"),
                      (['-interpreter-exec console "bt"', "-stack-list-frames 0 0"], "bt"),
                      (['-interpreter-exec console "info locals"',
                        "-stack-list-locals --simple-values"], "info locals"),
                      (["-thread-info"], "-thread-info")):
        walls = {"raw": [], "ours": []}
        used = cpu_of(session.server)
        for _ in range(count):
            for do, commands, name in ((gdb.do, raw, "raw"), (session.do, [ours], "ours")):
                start = time.monotonic()
                for command in commands:
                    do(command)
                walls[name].append(1000 * (time.monotonic() - start))
        used = (cpu_of(session.server) - used) / count
        least, median = [{name: of(ms) for name, ms in walls.items()}
                         for of in (min, statistics.median)]
        print(f"  {ours:28s} {least['raw']:.3f} {median['raw']:.3f}; {least['ours']:.3f}"
              f" {median['ours']:.3f}; {least['ours'] - least['raw']:.3f}"
              f" {median['ours'] - median['raw']:.3f}; {used:.3f}")
    gdb.end()
    session.end()
    reap_all()


def recursion(tool, program, count=20):
    session = Session(tool, program)
    for command in ("break down if n == 0", "run"):
        session.do(command)
    before = cpu_of(session.gdb) + cpu_of(session.server)
    for _ in range(count):
        frames = len(session.do("bt")["output"])
    used = (cpu_of(session.gdb) + cpu_of(session.server) - before) / count
    session.end()
    reap_all()
    print(f"a backtrace of {frames} of 2002 frames: {used:.1f} ms CPU of gdb and server")


def main():
    tool, stl, deep, rounds = sys.argv[1:5]
    print("load", *os.getloadavg())
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    kept(tool, stl)
    starts(tool, stl, int(rounds))
    with open(f"{stl}.cpp") as source:
        sort = next(n for n, text in enumerate(source, 1) if "std::sort(" in text)
    whole_sessions(tool, stl, f"stl.cpp:{sort}", int(rounds))
    overhead(tool, stl)
    recursion(tool, deep)


main()
