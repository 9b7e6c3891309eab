"""What a test of GCC's testsuite expects, from its DejaGnu directives alone.

The directives are described in the GCC internals manual, "Directives used within DejaGnu tests".
read_test(path, text, language) gives a Test; Skip says why a test cannot be judged here. As a
program it prints the expectations of the files given, one JSON object a line.
"""
import fnmatch
import json
import re
import sys

TRIPLET = "x86_64-pc-linux-gnu"
# Effective targets (sourcebuild.texi, "Effective-Target Keywords") as they are on x86-64 Linux.
TRUE = set("""lp64 int32plus int32 size32plus int128 stdint_types tls tls_native tls_runtime pthread
fpic pie double64 double64plus alloca nonlocal_goto label_values indirect_jumps exceptions
exceptions_enabled sse2 sse mmx vect_int named_sections freorder sync_int_long sync_char_short
fopenmp fgnu_tm dfp float128 float64 weak alias ifunc cxa_atexit coroutines
wchar_t_char16_t_compatible hosted lto visibility 4byte_wchar_t has_q_floating_suffix
has_w_floating_suffix large_initializer float32 wchar size20plus pthread_h clone setrlimit swapcontext
fstack_protector sse2_runtime""".split())
FALSE = set("""ilp32 int16 ia32 x32 llp64 short_enums default_packed fixed_point size16 newlib uclibc
freestanding implicit_constexpr keeps_null_pointer_checks msp430_small vxworks_kernel short_eq_int ptr_eq_short unsigned_char
vmx_hw run_expensive_tests""".split())


class Skip(Exception):
    """Why a test cannot be judged here."""


def words(text):
    """The words of a Tcl list, braces and quotes off, backslashes resolved in quotes."""
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c == "{":
            depth, start = 1, i + 1
            i += 1
            while i < len(text) and depth:
                if text[i] == "\\":
                    i += 1
                else:
                    depth += {"{": 1, "}": -1}.get(text[i], 0)
                i += 1
            if depth:
                raise Skip("a directive with unbalanced braces")
            out.append(("brace", text[start:i - 1]))
        elif c == '"':
            word, i = "", i + 1
            while i < len(text) and text[i] != '"':
                if text[i] == "\\" and i + 1 < len(text):
                    i += 1
                    word += {"n": "\n", "r": "\r", "t": "\t"}.get(text[i], text[i])
                elif text[i] == "[":
                    raise Skip("a directive that calls Tcl")
                else:
                    word += text[i]
                i += 1
            i += 1
            out.append(("quote", word))
        else:
            start = i
            while i < len(text) and not text[i].isspace():
                i += 2 if text[i] == "\\" else 1
            out.append(("bare", re.sub(r"\\(.)", r"\1", text[start:i])))
    return out


class Context:
    """Where a test is run: the language and, for C++, the standard (17 for C++17)."""

    def __init__(self, language, standard):
        self.language, self.standard = language, standard

    def effective(self, name):
        if name in ("c", "c++"):
            return name == self.language
        m = re.fullmatch(r"c\+\+(98|11|14|1y|17|1z|20|2a|23|2b)(_only|_down)?", name)
        if m:
            year = {"98": 3, "1y": 14, "1z": 17, "2a": 20, "2b": 23}.get(m[1]) or int(m[1])
            if self.language != "c++":
                return False
            return {"_only": self.standard == year, "_down": self.standard <= year,
                    None: self.standard >= year}[m[2]]
        if name == "concepts":
            return self.language == "c++" and self.standard >= 20
        if re.search(r"[-*?]", name):
            return fnmatch.fnmatch(TRIPLET, name)
        if name in TRUE:
            return True
        if name in FALSE:
            return False
        raise Skip(f"effective target {name}")

    def holds(self, text):
        """A selector: names and triplets (any of them), !, && and || in braces."""
        tokens = re.findall(r"\{|\}|&&|\|\||!|[^\s{}!&|]+", text)
        value, rest = self._any(tokens)
        if rest:
            raise Skip("a selector of another form")
        return value

    def _one(self, tokens):
        if not tokens:
            raise Skip("a selector of another form")
        head, rest = tokens[0], tokens[1:]
        if head == "!":
            value, rest = self._one(rest)
            return not value, rest
        if head == "{":
            value, rest = self._any(rest)
            if not rest or rest[0] != "}":
                raise Skip("a selector of another form")
            return value, rest[1:]
        return self.effective(head), rest

    def _any(self, tokens):
        value, rest = self._one(tokens)
        while rest and rest[0] != "}":
            if rest[0] in ("&&", "||"):
                right, after = self._one(rest[1:])
                value = value and right if rest[0] == "&&" else value or right
            else:
                right, after = self._one(rest)
                value = value or right
            rest = after
        return value, rest

    def state(self, text):
        """"target …" or "xfail …" or both: "no", "xfail" or "yes"."""
        tokens = re.findall(r"\{|\}|[^\s{}]+", text)
        parts, key, depth = {}, None, 0
        for t in tokens:
            depth += {"{": 1, "}": -1}.get(t, 0)
            if depth == 0 and t in ("target", "xfail"):
                key = t
                parts[key] = []
            elif key:
                parts[key].append(t)
            else:
                raise Skip("a selector of another form")
        if "target" in parts and not self.holds(" ".join(parts["target"])):
            return "no"
        if "xfail" in parts and self.holds(" ".join(parts["xfail"])):
            return "xfail"
        return "yes"


class Test:
    """Options of the compile, and what it has to say."""

    def __init__(self):
        self.options = None
        self.more = []
        self.expect = []  # (directive, line or 0, regular expression, optional)
        self.bogus = []  # (line or 0, regular expression)
        self.prune = []
        self.excess = False
        self.preprocess = False


KINDS = {"dg-error": r"(?:fatal )?error:", "dg-warning": r"warning:", "dg-message": "",
         "dg-note": "note:", "dg-bogus": ""}
IGNORED = re.compile(r"dg-(final|begin-multiline-output|end-multiline-output|enable-nn-line-numbers|"
                     r"timeout|timeout-factor|output|output-file|xfail-run-if|shouldfail|"
                     r"require-(?!effective-target).*|add-options|set-target-env-var|"
                     r"additional-files|additional-sources|regexp|line|keep-saved-temps|"
                     r"missed|optimized|ice|remove-options|allow-blank-lines-in-output|lto.*)$")


def python_regex(tcl):
    tcl = re.sub(r"\(\?n\)", "", tcl)
    tcl = tcl.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d")
    tcl = re.sub(r"\\[ymM]", r"\\b", tcl)
    try:
        return re.compile(tcl)
    except re.error:
        raise Skip("a regular expression that Python does not read")


def line_of(word, here, named):
    m = re.fullmatch(r"(\.|-)?([-+]\d+)?(?::\d+)?", word)
    if m:
        return here + int(m[2] or 0)
    m = re.fullmatch(r"(\d+)(?::\d+)?", word)
    if m:
        return int(m[1])
    if word in named:
        return named[word]
    raise Skip("a line of another form")


def message(test, context, name, args, here, named):
    state = context.state(args[2][1]) if len(args) > 2 and args[2][1].strip() else "yes"
    if state == "no":
        return
    line = line_of(args[3][1], here, named) if len(args) > 3 else here
    # "12:words" asks for column 12, "-:words" for none.
    m = re.match(r"[ \t]*(\d+|-):(.*)", args[0][1], re.S)
    words_wanted = m[2] if m else args[0][1]
    column = r"(?:\d+:)?" if not m else "(?= )" if m[1] == "-" else f"{m[1]}:"
    prefix = rf":{line}:{column}.*" if line else ""
    if name == "dg-bogus":
        if state == "yes":
            test.bogus.append((line, python_regex(f"{prefix}{words_wanted}")))
        return
    regex = python_regex(f"{prefix}{KINDS[name]}.*{words_wanted}")
    test.expect.append((name, line, regex, state == "xfail"))


def directive(test, context, name, args, here, named):
    if name in KINDS:
        message(test, context, name, args, here, named)
    elif name == "dg-do":
        if len(args) > 1 and context.state(args[1][1]) == "no":
            raise Skip("its target")
        test.preprocess = args[0][1] == "preprocess"
    elif name in ("dg-options", "dg-additional-options"):
        if len(args) > 1 and context.state(args[1][1]) == "no":
            return
        if name == "dg-options":
            test.options = args[0][1].split()
        else:
            test.more += args[0][1].split()
    elif name == "dg-require-effective-target":
        if not context.holds(args[0][1]):
            raise Skip("its target")
    elif name == "dg-skip-if":
        if len(args) < 3 and context.holds(args[1][1]):
            raise Skip("its target")
        if len(args) > 2 and args[2][1].strip() == "*" and context.holds(args[1][1]):
            raise Skip("its target")
    elif name == "dg-prune-output":
        test.prune.append(python_regex(args[0][1]))
    elif name == "dg-excess-errors":
        if len(args) < 2 or context.state(args[1][1]) != "no":
            test.excess = True
    elif not IGNORED.match(name):
        raise Skip(f"directive {name}")


def read_test(text, context):
    """The Test that a source is in a context. Skip when it has none there, or cannot be read."""
    test, named, found = Test(), {}, []
    for here, line in enumerate(text.split("\n"), 1):
        m = re.search(r"\{[ \t]+(dg-[-a-z]+)[ \t]+(.*)[ \t]+\}", line)
        if m:
            args = words(m[2])
            found.append((m[1], args, here))
            if m[1] == "dg-line":
                named[args[0][1]] = here
    for name, args, here in found:
        directive(test, context, name, args, here, named)
    return test


def contexts(language):
    """In the order in which they are tried."""
    if language == "c":
        return [Context("c", 0)]
    return [Context("c++", year) for year in (17, 20, 14, 11, 3, 23)]


def main():
    for path in sys.argv[1:]:
        language = "c" if path.endswith(".c") else "c++"
        with open(path, encoding="latin-1") as f:
            test = read_test(f.read(), contexts(language)[0])
        print(json.dumps({"file": path, "options": (test.options or []) + test.more,
                          "expect": [[n, l, r.pattern, o] for n, l, r, o in test.expect]}))


if __name__ == "__main__":
    main()
