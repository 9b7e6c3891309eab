"""What dg-output directives of GCC's sanitizer tests say of a report, as facts.

reports(directives) gives a list of Expected, one for each report that the directives speak of, in
their order. Nothing of san2struct is used: kinds are the words of the tools' own tables
(ScarinessScore and ErrorDescription of compiler-rt's lib/asan, ubsan_checks.inc, ReportType of
lib/tsan), and the UBSan sentences are those of lib/ubsan/ubsan_handlers.cpp.
"""
import re

# Sentence -> the name that ubsan_checks.inc gives the check. {float}: where the type is a floating
# one; gcc's own tests say in their options which they mean.
UBSAN = [(re.compile(r), k) for r, k in (
    (r"signed integer overflow", "signed-integer-overflow"),
    (r"division of \S+ by -1 cannot", "signed-integer-overflow"),
    (r"negation of ", "signed-integer-overflow"),
    (r"division by zero", "integer-divide-by-zero|float-divide-by-zero"),
    (r"shift exponent ", "invalid-shift-exponent"),
    (r"left shift of ", "invalid-shift-base"),
    (r"index \S+ out of bounds", "out-of-bounds-index"),
    (r"execution reached an unreachable", "unreachable-call"),
    (r"execution reached the end of a value-returning", "missing-return"),
    (r"variable length array bound evaluates", "non-positive-vla-index"),
    (r"null pointer passed as argument", "invalid-null-argument"),
    (r"null pointer returned from function", "invalid-null-return"),
    (r"outside the range of representable values", "float-cast-overflow"),
    (r"load of value \S+ which is not a valid value for type '(?:bool|_Bool)'", "invalid-bool-load"),
    (r"load of value \S+ which is not a valid value", "invalid-bool-load|invalid-enum-load"),
    (r"null pointer of type", "null-pointer-use"),
    (r"misaligned address", "misaligned-pointer-use"),
    (r"with insufficient space for an object", "insufficient-object-size"),
    (r"which does not point to an object of type", "dynamic-type-mismatch"),
    (r"applying zero offset to null pointer", "nullptr-with-offset"),
    (r"applying non-zero offset \S+ to null pointer", "nullptr-with-nonzero-offset"),
    (r"applying non-zero offset", "nullptr-after-nonzero-offset"),
    (r"pointer index expression with base", "pointer-overflow"),
    (r"passing zero to ", "invalid-builtin-use"),
)]
ASAN = re.compile(r"AddressSanitizer:\??\??\s*(?:attempting )?([A-Za-z]+(?:-[a-z]+)+|SEGV|FPE|ILL|BUS)|"
                  r"^(?:\[\^\n\r\]\*)?(heap-use-after-free|stack-buffer-overflow)")
TSAN = re.compile(r"ThreadSanitizer: ([a-z-]+(?: [a-z-]+)*)")
ACCESS = re.compile(r"(Previous )?(read|write|READ|WRITE) of size(?: (\d+))?", re.I)
# Where the frames that follow belong.
SECTIONS = [(re.compile(r), role) for r, role in (
    (r"freed by thread", "free"),
    (r"(?:^|[^a-z])(?:previously )?allocated by thread", "allocation"),
    (r"Thread T.*created by", "thread_creation"),
    (r"Mutex M.*created at", "mutex_creation"),
    (r"is located in stack of thread", "owner"),
    (r"As if synchronized", "other"),
)]
REGION = re.compile(r"located (\d+) bytes (?:to the (right|left) of|(inside) of) (\d+)-byte region")
VARIABLE = re.compile(r"'(\w+)' \\\(line (\d+)\\\) <== Memory access")
# "#0( 0x" and "#1|)" are parts of a choice: they name nothing for sure.
FRAME = re.compile(r"#(\d+|\[[\d-]+\]|\([\d|]+\))(?=[ .\[])")
FUNCTION = re.compile(r"(?:\bin (?:\[\^\n\r\]\*)?(?:_\*)?(?:\((?:interceptor_|wrap_|\|)*\))?|#\S+ (?:_\?)?"
                      r"(?:\(\(__GI_\)\?__\)\?)?\(?)([A-Za-z_][\w:]*)")
PLACE = re.compile(r"\b[\w-]+\.(?:c|C|cc|h):((?:\d|\[\d+\])+)")
UB_PLACE = re.compile(r"(?:\\?\.[cC]|^(?:\[\^\n\r\]\*)?):(\d+|\([\d|]+\)):")


class Expected:
    """One report. Empty: not named. kinds is a set; lines are regular expressions."""

    def __init__(self):
        self.kinds, self.access, self.size, self.line, self.region = set(), "", 0, "", None
        self.previous = ("", 0)  # access and size of the other side of a race
        self.frames = []  # (role or "", depth, function, line)
        self.variables = []  # (name, line)
        self.roles = []

    def swapped(self):
        """The same race told from the other side: reports have its sides in an order of their own."""
        other = Expected()
        other.kinds, other.line, other.region, other.variables = self.kinds, self.line, self.region, self.variables
        (other.access, other.size), other.previous = self.previous, (self.access, self.size)
        names = {"access": "previous_access", "previous_access": "access"}
        other.roles = list(self.roles)
        other.frames = [(names.get(f[0], f[0]), *f[1:]) for f in self.frames]
        return other

    def fields(self):
        """How many fields are named."""
        return (bool(self.kinds) + bool(self.access) + bool(self.size) + bool(self.line) +
                2 * bool(self.region) + len(self.variables) + len(self.roles) +
                sum(bool(f) + bool(n) for _, _, f, n in self.frames))


def headline(text):
    if m := TSAN.search(text):
        return {m[1].replace(" ", "-")}
    if (m := ASAN.search(text)) and m[0]:
        return {(m[1] or m[2]).lower()}
    for regex, kinds in UBSAN:
        if regex.search(text):
            return set(kinds.split("|"))
    return set()


def frame(text, role):
    """Of "    #1 0x[0-9a-f]+ +(in _*main ([^\n\r]*f.c:21|…" and the other forms in use."""
    m = FRAME.search(text)
    if not m:
        return None
    rest = text[m.start():]
    function, place = FUNCTION.search(rest), PLACE.search(rest)
    name = function[1] if function else ""
    # "pr64820.(c:21)?" and the like name nothing for sure, "(Func2)?" neither.
    if name in ("operator", "x") or re.search(r"\)\?", rest):
        name = name if name.startswith("pthread_") else ""
    return role, m[1], name, place[1] if place else ""


def reports(directives):
    out, role, deepest = [], "access", -1
    for text in directives:
        text = re.sub(r"\(\?!.*?\)", "", text)  # what must not come
        kinds = set() if "SUMMARY:" in text else headline(text)
        access = ACCESS.search(text)
        again = access and not access[1] and out and out[-1].access
        if kinds or again or (access and not out):
            out.append(Expected())
            role, deepest = "", -1
            out[-1].kinds = kinds
            if (m := UB_PLACE.search(text)) and "ThreadSanitizer" not in text:
                out[-1].line = m[1]
        if not out:
            continue
        last = out[-1]
        if access and access[1]:
            role, deepest = "previous_access", -1
            last.previous = (access[2].upper(), int(access[3] or 0))
            last.roles.append(role)
        elif access:
            role, deepest = "access", -1
            last.access = access[2].upper()
            last.size = int(access[3] or 0)
        for regex, section in SECTIONS:
            if regex.search(text):
                role, deepest = section, -1
                if role != "other":
                    last.roles.append(role)
                break
        if m := REGION.search(text):
            last.region = (int(m[4]), int(m[1]), m[2] or m[3])
        if m := VARIABLE.search(text):
            last.variables.append((m[1], int(m[2])))
        if found := frame(text, role):
            # Between two directives, .* may skip the headline of another stack.
            depth = int(re.search(r"\d+", found[1])[0])
            if depth != deepest + 1:
                role, found = "", ("", *found[1:])
            deepest = depth
            if role != "other":
                last.frames.append(found)
    return out
