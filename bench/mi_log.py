"""A log of GDB/MI as sessions make it: mi_log.py WORK SIZE > LOG
Real gdb sessions over programs of examples/corpus, C and C++ with containers: breakpoints, steps,
backtraces, arguments, locals with the printers of libstdc++, registers, disassembly, memory, and the
same asked as commands of the console. Their output is repeated up to SIZE bytes; each command of a
repetition has a token of its own. WORK is a directory for the programs. A line on standard error says
what the log holds."""
import os
import re
import subprocess
import sys

PROGRAMS = ["ledger.cpp", "expr_ast.cpp", "priority_queue.cpp", "event_bus.cpp", "big_integer.cpp",
            "avl_tree.c", "json_parser.c", "bank_threads.c"]
STEPS = 40
AT_EVERY_STEP = ["-stack-list-frames 0 20", "-stack-list-variables --all-values"]
IN_TURN = [
    ["-stack-list-arguments --all-values 0 20"],
    ["-data-list-register-names", "-data-list-register-values --skip-unavailable x"],
    ["-data-disassemble -s $pc -e \"$pc + 64\" -- 5"],
    ["-data-read-memory-bytes $sp 512", "-interpreter-exec console \"x/32xg $sp\""],
    ["-interpreter-exec console \"info locals\"", "-interpreter-exec console \"bt\""],
    ["-thread-info", "-break-list"],
    ["-interpreter-exec console \"list\"", "-var-create - * argc"],
    ["-interpreter-exec console \"info registers\"", "-symbol-info-functions --max-results 50"],
]


def commands(program):
    yield from ["-gdb-set confirm off", "-gdb-set pagination off", "-gdb-set width 0",
                f"-file-exec-and-symbols {program}", "-inferior-tty-set /dev/null",
                "-break-insert main", "-exec-run"]
    for step in range(STEPS):
        yield from AT_EVERY_STEP
        yield from IN_TURN[step % len(IN_TURN)]
        yield "-exec-step" if step % 3 == 0 else "-exec-next"


def session(program):
    """What gdb wrote, with the tokens that the commands had."""
    gdb = subprocess.Popen(["gdb", "-nx", "-q", "--interpreter=mi3"], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    said = []

    def until(start):
        for line in gdb.stdout:
            said.append(line)
            if re.match(start, line):
                return line
        raise SystemExit("gdb has ended too early")

    for token, command in enumerate(commands(program), 1):
        gdb.stdin.write(f"{token}{command}\n".encode())
        gdb.stdin.flush()
        result = until(rb"%d\^" % token)
        if b"^running" in result:
            until(rb"\*stopped")
            if said[-1].startswith(b"*stopped,reason=\"exited"):
                break
    gdb.stdin.write(b"-gdb-exit\n")
    gdb.stdin.close()
    said.extend(gdb.stdout)
    gdb.wait()
    return said


def main():
    work, size = sys.argv[1], int(sys.argv[2])
    corpus = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "corpus")
    lines = []
    for name in PROGRAMS:
        program = os.path.join(work, name + ".out")
        compiler = ["g++", "-std=c++17"] if name.endswith(".cpp") else ["gcc"]
        subprocess.run([*compiler, "-g", "-O0", "-w", os.path.join(corpus, name), "-o", program,
                        "-lm", "-lpthread"], check=True)
        lines += session(program)
    unit = [re.match(rb"(\d*)(.*\n)", line, re.S).groups() for line in lines]
    token = written = repeated = 0
    while written < size:
        repeated += 1
        for number, rest in unit:
            token += bool(number)
            line = (b"%d" % token if number else b"") + rest
            sys.stdout.buffer.write(line)
            written += len(line)
            if written >= size:
                break
    print(f"{len(PROGRAMS)} sessions of {len(b''.join(lines))} bytes, {repeated} times", file=sys.stderr)


main()
