"""In gdb: the states of a program at the lines of one function, a JSON object a line, on a file.

gdb -batch -nx -ex 'py WANTED = {...}' -x states.py PROGRAM
WANTED: file, first, last (lines of the function), names (expressions that are wanted besides), out, args.
"""
import json
import re

import gdb

WANTED = globals()["WANTED"]
first_seen = {}  # of each call and name declared without a value: what it was found with


def text(value):
    kind = value.type.strip_typedefs().code
    if kind in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_CHAR):
        return str(int(value))
    if kind == gdb.TYPE_CODE_PTR:
        if int(value) == 0:
            return "0x0"
        target = value.type.target().strip_typedefs().unqualified()
        if target.code == gdb.TYPE_CODE_STRUCT:
            try:
                members = [(f.name, value.dereference()[f.name]) for f in target.fields()]
                return {n: text(v) for n, v in members if v.type.code != gdb.TYPE_CODE_PTR or int(v) == 0}
            except gdb.MemoryError:
                return "?"
        if target.code == gdb.TYPE_CODE_INT and target.sizeof == 1:
            try:
                return value.string()
            except (gdb.MemoryError, UnicodeDecodeError):
                return "?"
        return "<ptr>"
    return "?"


def variables(frame):
    seen = {}
    block = frame.block()
    while block:
        for symbol in block:
            if symbol.is_argument or (symbol.is_variable and symbol.line < frame.find_sal().line):
                seen.setdefault(symbol.name, text(frame.read_var(symbol)))
        if block.function:
            break
        block = block.superblock
    return seen


def is_bare(frame, symbol):
    """Was it declared without a value?"""
    with open(frame.find_sal().symtab.fullname()) as f:
        line = f.read().split("\n")[symbol.line - 1]
    return re.search(r"\b%s\b\s*(?:\[[^]]*\]\s*)*[;,]" % symbol.name, line.split("=")[0])


def chances(frame, seen):
    """Names that nobody has given a value in this call: what they hold is chance."""
    call = str(frame.read_register("rbp"))
    if frame.find_sal().line == min(points.values()):
        for key in [k for k in first_seen if k[0] == call]:
            del first_seen[key]
    found = []
    for name, value in seen.items():
        symbol = gdb.lookup_symbol(name, frame.block())[0]
        if symbol.is_variable and is_bare(frame, symbol) and first_seen.setdefault((call, name), value) == value:
            found.append(name)
    return found


def expressions():
    found = {}
    for name in WANTED["names"]:
        try:
            found[name] = re.sub(r"0x[0-9a-f]{6,}", "<ptr>", gdb.parse_and_eval(name).format_string())
        except gdb.error:
            pass
    return found


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set print address off")
points = {}
for number in range(WANTED["first"], WANTED["last"] + 1):
    try:
        point = gdb.Breakpoint("%s:%d" % (WANTED["file"], number))
    except gdb.error:
        break
    landed = point.location.split(":")[-1]
    points[point.number] = int(landed)
with open(WANTED["out"], "w", buffering=1) as out:
    states = 0
    gdb.execute("run %s >/dev/null" % " ".join(WANTED["args"]))
    while gdb.selected_inferior().pid and states < 2000:
        states += 1
        frame = gdb.selected_frame()
        line = frame.find_sal().line
        if line > WANTED["last"] or line < WANTED["first"]:
            gdb.execute("continue")
            continue
        seen = variables(frame)
        out.write(json.dumps({"line": line, "vars": seen, "chance": chances(frame, seen),
                              "named": expressions()}) + "\n")
        gdb.execute("continue")
