"""Name the fields in which two answers in structs differ: `compare.py COMMANDS ONE OTHER`.

COMMANDS has a command a line; the answers are those of `debugsession cmd --format=struct` to all of
them. Prints "COMMAND: PATH" for each field that is another, or is in one answer alone."""
import re
import sys


def documents(path):
    text = open(path).read()
    return [d for d in re.split(r"(?m)^<(?:DEBUG_CONTEXT|TOOL_RESULT)>", text) if d.strip()]


def fields(document):
    stack, out = [], {}
    for line in document.split("\n"):
        line = line.strip().removesuffix("<CODE_END>").strip()
        if re.match(r"struct \w+ \{", line):
            stack.append(line.split()[1])
        elif line.startswith("}"):
            stack.pop()
        else:
            m = re.match(r"(?:const )?[\w* ]+?(\w+) = (.*);$", line)
            if m:
                out[".".join(stack + [m.group(1)])] = m.group(2)
    return out


def main():
    commands = open(sys.argv[1]).read().split("\n")
    one, other = documents(sys.argv[2]), documents(sys.argv[3])
    # a program's output is a document of its own, behind the one of its command
    merged = []
    for side in (one, other):
        answers = []
        for d in side:
            if re.search(r"\bprogram_output = ", d):
                answers[-1] += d
            else:
                answers.append(d)
        merged.append(answers)
    if len(merged[0]) != len(merged[1]):
        print("the answers are", len(merged[0]), "and", len(merged[1]))
    for command, a, b in zip(commands, *merged):
        a, b = fields(a), fields(b)
        for path in sorted(set(a) | set(b)):
            if a.get(path) != b.get(path):
                print(f"{command}: {path}")
                print(f"{command}: {path}: {a.get(path)} | {b.get(path)}", file=sys.stderr)


main()
