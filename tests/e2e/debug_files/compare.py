"""Sessions beside plain gdb: compare.py DEBUGSESSION DIRECTORY
Each scene gives the same commands to a session and to a `gdb -nx --interpreter=mi3` of its own; what a
person sees, and the record of each stop, must be the same but for process ids and addresses on the
stack. A scene also says whether debug files of libraries were to be read by then: seen in what the
debugger has mapped."""
import json
import os
import re
import subprocess
import sys

TOOL, HERE = sys.argv[1:3]
SOURCES = os.path.dirname(os.path.abspath(__file__))
SETTINGS = ("confirm off", "pagination off", "width 0", "height 0", "mi-async on", "breakpoint pending off",
            "debuginfod enabled off")
RESUME = re.compile(r"(run|start|continue|next|step|finish|until)\b")


def line(name, mark):
    with open(f"{SOURCES}/{name}") as source:
        for number, text in enumerate(source, 1):
            if f"/* {mark} */" in text or f"/* {mark}:" in text:
                return f"{name}:{number}"
    raise SystemExit(f"no {mark} in {name}")


def place(mark, name="scene.cpp"):
    return f"break {line(name, mark)}"


LATER, READ = False, True
LOOK = ["bt", "info locals", "info args"]
# name, program, arguments, commands, have the debug files of libraries been read at the end?
SCENES = [
    ("main", "scene0", "", ["break main", "run", *LOOK, "info breakpoints", "list", "frame"], LATER),
    ("own crash", "scene0", "crash", ["run", *LOOK, "print sum", "print v", "print n", "print v[1]"], LATER),
    ("own crash, optimised", "scene2", "crash", ["run", "bt"], LATER),
    ("file and line", "scene0", "crash", [place("CRASH"), "run", *LOOK, "print argc", "continue"], READ),
    ("to the end", "scene0", "", [place("END"), "run", "continue", "info breakpoints"], LATER),
    ("condition", "scene0", "crash", [place("CRASH") + " if sum == 3", "run", "bt"], READ),
    ("abort", "scene0", "abort", ["run", "bt", "frame 1", "info locals"], READ),
    ("abort after main", "scene0", "abort", ["break main", "run", "continue", "bt", "info symbol $pc"], READ),
    ("signal in a call", "scene0", "alarm", ["run", "bt", "continue"], READ),
    ("called back", "scene0", "sort", [place("COMPARE"), "run", "print x", "bt", "next", "next", "next"], READ),
    ("pointers out", "scene0", "pointers", [place("POINTERS"), "run", *LOOK], READ),
    ("out by value", "scene0", "pointers", ["break main", "run", "print stdout", "print &puts"], READ),
    ("no such type", "scene0", "pointers", [place("POINTERS"), "run", "print *n.link"], READ),
    ("an operator", "scene0", "count", [place("COUNTED"), "run", "print c.calls", "print c[3]", "print c.calls",
                                        "print c"], READ),
    ("unknown name", "scene0", "", ["break main", "run", "print environ", "print errno"], READ),
    ("library function", "scene0", "sort", ["break main", "run", "break msort_with_tmp", "continue", "bt"], READ),
    ("before it runs", "scene0", "sort", ["break compare", "run", "info breakpoints", "finish", "bt"], READ),
    ("step in", "scene0", "", [place("END"), "run", "step", "bt", "info symbol $pc"], READ),
    ("out of main", "scene0", "", [place("END"), "run", "next", "next", "next", "next", "bt"], READ),
    ("thread", "scene0", "thread", [place("THREAD"), "run", "bt", "continue", "bt"], READ),
    ("all threads", "scene0", "thread", [place("THREAD"), "run", "info threads"], READ),
    ("throw", "scene0", "throw", ["catch throw", "run", "bt"], READ),
    ("uncaught", "scene0", "throw", ["run", "bt"], READ),
    ("loaded later", "scene0", "load", [place("LOADED"), "run", "bt", "info sharedlibrary"], READ),
    ("twice", "scene0", "abort", ["run", "bt", "kill", "run", "bt"], READ),
    ("twice, to the end", "scene0", "", ["run", "run", "start", "bt"], LATER),
    ("own hook", "scene0", "abort", ["define hook-stop\necho mine\\n\nend", "break main", "run", "continue"], READ),
    ("settings", "scene0", "abort", ["set print pretty on", "show debug-file-directory", "break main",
                                     "run", "show debug-file-directory", "continue"], READ),
    ("files by build id", "by_id", "", [place("SECOND", "user.c"), "run", "continue", "bt", "info locals"], READ),
    ("files by name", "by_name", "", [place("SECOND", "user.c"), "run", "continue", "bt", "info locals"], READ),
    ("a step into one by name", "by_name", "", [place("SECOND", "user.c"), "run", "step", "bt"], READ),
    ("a broken file", "broken", "", [place("SECOND", "user.c"), "run", "bt"], LATER),
]


def same_everywhere(text):
    text = re.sub(r"(LWP |process )\d+", r"\1N", text)
    text = re.sub(r"(?m)^  1    Thread .*", "the main thread, wherever it is", text)
    text = re.sub(r"warning: File .* has no build-id, file skipped\n", "", text)
    text = re.sub(r"0x(0000)?7ff[ef][0-9a-f]{8}", "STACK", text)
    return text.strip()


class Plain:
    def __init__(self, program, arguments):
        self.gdb = subprocess.Popen([f"{HERE}/gdb.sh", "-nx", "-q", "--interpreter=mi3"],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        master, self.tty = os.openpty()
        self.master = master
        for setting in SETTINGS:
            self.ask(f"-gdb-set {setting}")
        self.ask(f"-inferior-tty-set {os.ttyname(self.tty)}")
        self.ask(f"-file-exec-and-symbols {HERE}/{program}")
        self.ask(f"-exec-arguments {chr(39) + arguments + chr(39) if arguments else ''}")

    def ask(self, command):
        """What a person sees, and the stop's record as gdb wrote it."""
        self.gdb.stdin.write(f"1{command}\n".encode())
        self.gdb.stdin.flush()
        said, stop, running = "", "", False
        for raw in self.gdb.stdout:
            text = raw.decode("utf-8", "surrogateescape")
            if text[0] in '~&' and text[1] == '"':
                said += json.loads(text[1:])
            elif text.startswith("1^error"):
                return said, ""
            elif text.startswith("1^running"):
                running = True
            elif text.startswith("*stopped"):
                return said, text[len("*stopped"):].strip()
            elif text.startswith("1^") and not running:
                return said, stop
        raise SystemExit("gdb has ended")

    def do(self, command):
        if "\n" in command:
            with open(f"{HERE}/script.gdb", "w") as script:
                script.write(command + "\n")
            command = f"source {HERE}/script.gdb"
        if RESUME.match(command):
            command += "&"
        return self.ask(f"-interpreter-exec console {json.dumps(command)}")

    def end(self):
        self.gdb.stdin.write(b"kill\n-gdb-exit\n")
        self.gdb.stdin.close()
        self.gdb.stdout.read()
        self.gdb.wait()
        os.close(self.master)
        os.close(self.tty)


def run(*arguments):
    done = subprocess.run([TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return json.loads(done.stdout or done.stderr)


class Session:
    def __init__(self, program, arguments):
        self.started = run("start", "--program", f"{HERE}/{program}", "--gdb-path", f"{HERE}/gdb.sh",
                           *(["--", arguments] if arguments else []))
        self.id = self.started["session_id"]

    def do(self, command):
        # what it is compared with waits without an end
        return run("cmd", "--session", self.id, "--timeout", "240", "--max-lines", "1000", "--command", command)

    def has_read(self):
        """Files with debug information that gdb has looked up in its cache: the program's and others."""
        said = self.do("show index-cache stats")["output"]
        looked_up = sum(int(n) for n in re.findall(r"this session\): (\d+)", said))
        if not looked_up:
            raise SystemExit(f"gdb tells nothing of its cache: {said}")
        return looked_up > 1

    def end(self):
        run("stop", "--session", self.id)


def flat(record):
    """A record of the session as gdb writes it."""
    def value(v):
        if isinstance(v, dict):
            return "{" + ",".join(f"{k}={value(x)}" for k, x in v.items()) + "}"
        if isinstance(v, list):
            return "[" + ",".join(value(x) for x in v) + "]"
        return json.dumps(v)
    return "".join(f",{k}={value(v)}" for k, v in record.items())


def stop_of(text):
    return same_everywhere(re.sub(r',core="\d+"', "", text))


def play(name, program, arguments, commands, read):
    wrong = []
    plain, ours = Plain(program, arguments), Session(program, arguments)
    for command in commands:
        said, stop = plain.do(command)
        answer = ours.do(command)
        pairs = [("text", said, answer.get("raw", "")),
                 ("record", stop, flat((answer.get("data") or {}).get("record", {})) if stop else "")]
        for what, want, got in pairs:
            want, got = stop_of(want), stop_of(got)
            if command == "info sharedlibrary":  # the dynamic linker is the first, or the last
                want, got = sorted(want.splitlines()), sorted(got.splitlines())
            if want != got:
                wrong.append(f"{name}: {command}: {what}:\n  gdb:  {want!r}\n  ours: {got!r}")
    if ours.has_read() != read:
        wrong.append(f"{name}: debug files of libraries are {'not ' if read else ''}read")
    ours.end()
    plain.end()
    return wrong


def main():
    chosen = sys.argv[3:]
    wrong = []
    for scene in SCENES:
        if not chosen or scene[0] in chosen:
            wrong += play(*scene)
    print("\n".join(wrong))
    later = sum(1 for scene in SCENES if scene[4] is LATER)
    print(f"{len(SCENES)} scenes, {later} without debug files of libraries, {len(wrong)} differences")
    sys.exit(1 if wrong else 0)


main()
