"""How a test of GCC's testsuite is built and run, and what its output must be (see dejagnu.py).

variants(path, text) gives a Run for each way in which the testsuite's drivers run a test of the
sanitizers: the language (c-c++-common is both) and the level of optimisation (-O0 and -O2 here).
"""
import itertools
import re

from dejagnu import Skip, contexts, words

LEVELS = ["-O0", "-O2"]
# What the drivers (asan-dg.exp, tsan-dg.exp) add to each compile.
ALWAYS = {"asan": ["-fsanitize=address", "-g"], "tsan": ["-fsanitize=thread", "-g"], "ubsan": []}
STANDARD = {3: "98", 11: "11", 14: "14", 17: "17", 20: "20", 23: "23"}
DIRECTIVE = re.compile(r"\{[ \t]+(dg-[-a-z]+)[ \t]+(.*)[ \t]+\}")


class Run:
    """One variant: command, environment, the directives about its output."""

    def __init__(self, tool, language, level):
        self.tool, self.language, self.level = tool, language, level
        self.options, self.more, self.sources, self.env = None, [], [], []
        self.outputs = []  # regular expressions, as Tcl has them after its own unquoting
        self.should_fail = False
        self.runs = tool == "tsan"
        self.compile = []


def skip_if(args, context, flags):
    """dg-skip-if reason selector [included options [excluded options]]"""
    if not context.holds(args[1][1]):
        return False

    def named(lists):
        return any(o == "*" or o in flags for _, o in words(lists))

    if len(args) > 2 and args[2][1].strip() and not named(args[2][1]):
        return False
    return not (len(args) > 3 and named(args[3][1]))


def directive(run, context, name, args):
    if name == "dg-do":
        if len(args) > 1 and context.state(args[1][1]) == "no":
            raise Skip("its target")
        run.runs = args[0][1] == "run"
    elif name in ("dg-options", "dg-additional-options"):
        if len(args) > 1 and context.state(args[1][1]) == "no":
            return
        if name == "dg-options":
            run.options = args[0][1].split()
        else:
            run.more += args[0][1].split()
    elif name == "dg-require-effective-target":
        if not context.holds(args[0][1]):
            raise Skip("its target")
    elif name == "dg-additional-sources":
        run.sources += args[0][1].split()
    elif name == "dg-set-target-env-var":
        run.env.append(f"{args[0][1]}={args[1][1]}")
    elif name == "dg-shouldfail":
        run.should_fail = len(args) < 2 or context.state(args[1][1]) != "no"
    elif name == "dg-output":
        state = context.state(args[1][1]) if len(args) > 1 and args[1][1].strip() else "yes"
        if state == "xfail":
            raise Skip("its output is not expected to be right")
        if state == "yes":
            run.outputs.append(args[0][1])


def read_run(text, tool, context, level):
    run = Run(tool, context.language, level)
    found = [(m[1], words(m[2])) for m in map(DIRECTIVE.search, text.split("\n")) if m]
    for name, args in found:
        directive(run, context, name, args)
    run.compile = ALWAYS[tool] + [level] + (run.options or []) + run.more
    for name, args in found:
        if name == "dg-skip-if" and skip_if(args, context, run.compile):
            raise Skip("its options")
    if context.language == "c++" and not any(o.startswith("-std") for o in run.compile):
        run.compile.insert(0, f"-std=gnu++{STANDARD[context.standard]}")
    return run


def variants(path, text):
    """(language, level, Run or Skip) for each."""
    tool = path.parent.name
    both = path.parts[0] == "c-c++-common"
    languages = ["c", "c++"] if both else ["c" if path.suffix == ".c" else "c++"]
    for language, level in itertools.product(languages, LEVELS):
        last = None
        for context in contexts(language):
            try:
                yield language, level, read_run(text, tool, context, level)
                break
            except Skip as reason:
                last = last if last and str(reason) == "its target" else reason
        else:
            yield language, level, last
