"""What build systems answer, as the truth of bench/platform: targets, sources, flags, libraries.

CMake: the File API's codemodel. Meson: introspection, and the link lines of build.ninja. autotools
and Makefiles: the commands that `make -n` prints, with libtool's wrapping taken off. All are read
from CACHE/answers/NAME, so that reading can change without configuring again.
"""
import glob
import json
import os
import re
import shlex

CXX_ENDINGS = (".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".CPP", ".mm")
SOURCE = re.compile(r"\.(c|cc|cpp|cxx|C|c\+\+|cp|CPP|S|s|m|mm)$")
TREE = "/build/src"
COMPILER = re.compile(r"^(.*-)?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|c89|c99)(-[\d.]+)?$")
ISA = re.compile(r"^-m((no-)?(sse|ssse|avx|fma|bmi|f16c|popcnt|aes|pclmul|sha|lzcnt|adx|rdrnd|rdseed|"
                 r"movbe|mmx|3dnow|abm|xop|altivec|vsx|sahf|cx16|crc32|gfni|vaes|amx)[\w.-]*"
                 r"|(arch|cpu|fpu|float-abi)=.+)$")
SYSTEM_LIBRARIES = {"c", "gcc", "gcc_s", "stdc++"}


def language_of(path):
    return "CXX" if path.endswith(CXX_ENDINGS) else "C"


def flags_of(tokens):
    """The fields that a compiler's arguments settle."""
    r = {"standard": "", "features": set(), "sanitizers": set(), "debug": False, "defines": set()}
    for i, t in enumerate(tokens):
        if t.startswith(("-std=", "--std=")):
            r["standard"] = t.split("=", 1)[1]
        elif t == "-ansi":
            r["standard"] = "c89"
        elif t.startswith("-fsanitize="):
            r["sanitizers"] |= set(t.split("=", 1)[1].split(","))
        elif ISA.match(t):
            r["features"].add(t[2:])
        elif re.match(r"-g(\d|gdb\d?|dwarf.*)?$", t):
            r["debug"] = t != "-g0"
        elif t == "-D" and i + 1 < len(tokens):
            r["defines"].add(tokens[i + 1])
        elif t.startswith("-D"):
            r["defines"].add(t[2:])
    return r


def libraries_of(tokens):
    """Link names: of -lNAME and of paths of libraries outside the build."""
    names = set()
    for t in tokens:
        for part in t[4:].split(",") if t.startswith("-Wl,") else [t]:
            if part.startswith("-l") and len(part) > 2:
                name = part[2:].lstrip(":")
                names.add(re.sub(r"^lib(.*)\.(so|a)$", r"\1", name))
            elif part in ("-pthread", "-pthreads"):
                names.add("pthread")
            elif part == "-fopenmp":
                names.add("gomp")
            elif m := re.match(r"/(?!build/).*/lib([^/]+?)\.(so[\d.]*|a)$", part):
                names.add(m.group(1))
    return names - SYSTEM_LIBRARIES


class Target:
    """A target; files that are compiled alike are one group."""

    def __init__(self, name, kind, outputs=()):
        self.name, self.kind, self.outputs = name, kind, list(outputs)
        self.libs, self.groups = set(), {}

    def add(self, source, language, flags):
        key = (language, flags["standard"], tuple(sorted(flags["features"])),
               tuple(sorted(flags["sanitizers"])), flags["debug"])
        group = self.groups.setdefault(key, {"sources": [], "defines": set()})
        if source not in group["sources"]:
            group["sources"].append(source)
        group["defines"] |= flags["defines"]

    def row(self, there):
        """As a row of the truth, with those sources that are there before a build."""
        for g in self.groups.values():
            g["sources"] = list(filter(there, g["sources"]))
        groups = [{"language": k[0], "standard": k[1], "features": list(k[2]),
                   "sanitizers": list(k[3]), "debug": k[4], "sources": g["sources"],
                   "defines": sorted(g["defines"])} for k, g in self.groups.items()
                  if g["sources"]]
        groups.sort(key=lambda g: (-len(g["sources"]), g["language"], g["standard"]))
        first = groups[0] if groups else {"standard": "", "debug": False}

        def union(k):
            return sorted({x for g in groups for x in g[k]})
        return {"name": self.name, "kind": self.kind, "sources": union("sources"),
                "languages": sorted({g["language"] for g in groups}),
                "standard": first["standard"], "features": union("features"),
                "sanitizers": union("sanitizers"), "libs": sorted(self.libs),
                "libs_known": self.kind in ("program", "shared", "loadable"),
                "debug": first["debug"], "defines": union("defines"), "groups": groups,
                "outputs": self.outputs}


def in_tree(path, at=TREE):
    """A path relative to the tree's root, or "" where it is made or lies outside."""
    path = os.path.normpath(os.path.join(at, path))
    return path[len(TREE) + 1:] if path.startswith(TREE + "/") else ""


CMAKE_KINDS = {"EXECUTABLE": "program", "STATIC_LIBRARY": "static", "SHARED_LIBRARY": "shared",
               "MODULE_LIBRARY": "loadable", "OBJECT_LIBRARY": "objects"}


def read_cmake(answers):
    replies = glob.glob(f"{answers}/reply/codemodel-v2-*.json")
    with open(replies[0], encoding="utf-8") as f:
        model = json.load(f)
    targets = []
    for configuration in model["configurations"][:1]:
        for reference in configuration["targets"]:
            with open(f"{answers}/reply/{reference['jsonFile']}", encoding="utf-8") as f:
                t = json.load(f)
            if t["type"] in CMAKE_KINDS:
                targets.append(cmake_target(t))
    return targets


def cmake_target(t):
    r = Target(t["name"], CMAKE_KINDS[t["type"]], [a["path"] for a in t.get("artifacts", [])])
    for group in t.get("compileGroups", []):
        if group["language"] not in ("C", "CXX"):
            continue
        text = " ".join(f["fragment"] for f in group.get("compileCommandFragments", []))
        flags = flags_of(words(text))
        flags["defines"] |= {d["define"] for d in group.get("defines", [])}
        for i in group["sourceIndexes"]:
            source = t["sources"][i]
            path = in_tree(source["path"])
            if path and not source.get("isGenerated"):
                r.add(path, group["language"], flags)
    for f in t.get("link", {}).get("commandFragments", []):
        r.libs |= libraries_of(words(f["fragment"]))
    return r


def words(text):
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


MESON_KINDS = {"executable": "program", "static library": "static", "shared library": "shared",
               "shared module": "loadable"}


def read_meson(answers):
    with open(f"{answers}/introspect.json", encoding="utf-8") as f:
        answer = json.load(f)
    with open(f"{answers}/build.ninja", encoding="utf-8") as f:
        links = ninja_links(f.read())
    targets = []
    for t in answer["targets"]:
        if t["type"] not in MESON_KINDS:
            continue
        outputs = [os.path.relpath(p, "/build/b") for p in t["filename"]]
        r = Target(t["name"], MESON_KINDS[t["type"]], outputs)
        for group in t["target_sources"]:
            if group.get("language") in ("c", "cpp"):
                flags = flags_of(group["parameters"])
                for path in map(in_tree, group["sources"]):
                    if path and SOURCE.search(path):
                        r.add(path, "CXX" if group["language"] == "cpp" else "C", flags)
        for output in outputs:
            r.libs |= libraries_of(links.get(output, []))
        targets.append(r)
    return targets


def ninja_links(text):
    """Of each output of build.ninja what it is linked with."""
    links, output = {}, ""
    for line in text.replace("$\n", "").split("\n"):
        if line.startswith("build "):
            output = line[6:].split(": ")[0].split(" ")[0]
        elif line.startswith(" LINK_ARGS ="):
            links[output] = words(line.split("=", 1)[1].replace("$ ", " "))
    return links


class Make:
    """The commands of `make -nw`, followed through directories."""
    PREFIXES = {"if", "then", "else", "do", "(", "{", "!", "time", "exec", "env", "ccache", "@",
                "nice", "&&", "libtool"}

    def __init__(self, substitutes):
        self.substitutes, self.objects, self.targets = substitutes, {}, {}
        self.stack, self.used = [TREE], set()

    def line(self, text):
        if m := re.match(r"make(\[\d+\])?: (Entering|Leaving) directory '(.*)'$", text):
            if m.group(2) == "Entering":
                self.stack.append(m.group(3))
            elif len(self.stack) > 1:
                self.stack.pop()
            return
        for command, value in self.substitutes.items():
            text = text.replace(f"`{command}`", value).replace(f"$({command})", value)
        text = re.sub(r"`test -f [^`]*`", "", text)
        try:
            lexer = shlex.shlex(text, posix=True, punctuation_chars=";&|()<>")
            lexer.whitespace_split, lexer.commenters = True, ""
            tokens = list(lexer)
        except ValueError:
            return
        at, command = self.stack[-1], []
        for t in tokens + [";"]:
            if t and all(c in ";&|()" for c in t):
                at = self.command(command, at)
                command = []
            else:
                command.append(t)

    def command(self, tokens, at):
        """One simple command in a directory; returns the directory that the next has."""
        while tokens and (tokens[0] in self.PREFIXES or re.match(r"\w+=", tokens[0])
                          or tokens[0].startswith("-") or "libtool" in tokens[0]
                          or os.path.basename(tokens[0]) in ("sh", "bash", "depcomp", "compile")):
            tokens = tokens[1:]
        if not tokens:
            return at
        if tokens[0] == "cd" and len(tokens) > 1:
            return os.path.normpath(os.path.join(at, tokens[1]))
        name = os.path.basename(tokens[0])
        if COMPILER.match(name):
            self.compiler(name, tokens[1:], at)
        elif re.match(r"(.*-)?(gcc-)?ar$", name) and len(tokens) > 3:
            members = [t for t in tokens[2:] if t.endswith((".o", ".lo", ".a"))]
            if members and members[0].endswith(".a"):
                self.link(members[0], members[1:], [], at, "static")
        elif re.match(r"(.*-)?ld(\.\w+)?$", name):
            self.compiler("cc", tokens[1:], at)
        return at

    def compiler(self, name, arguments, at):
        output, sources, inputs, skip = "", [], [], False
        for i, t in enumerate(arguments):
            if skip:
                skip = False
            elif t == "-o":
                output, skip = (arguments[i + 1] if i + 1 < len(arguments) else ""), True
            elif t in ("-MT", "-MF", "-MQ", "-include", "-I", "-isystem", "-idirafter", "-x",
                       "-Xlinker", "-T", "-D", "-U", "-L", "-rpath", "-version-info", "-release",
                       "-export-symbols", "-export-symbols-regex", ">", "<", ">>"):
                skip = True
            elif t.startswith("-"):
                continue
            elif SOURCE.search(t):
                sources.append(t)
            elif t.endswith((".o", ".lo", ".a", ".la")):
                inputs.append(t)
        if {"-E", "-M", "-MM", "-fsyntax-only"} & set(arguments):
            return
        flags = flags_of(arguments)
        entries = []
        for s in sources:
            path = in_tree(s, at)
            cxx = "++" in name or s.endswith(CXX_ENDINGS)
            if path and not s.endswith((".s", ".S")):
                entries.append((path, "CXX" if cxx else "C", flags))
        if {"-c", "-S"} & set(arguments):
            for s, e in zip(sources, entries):
                made = output or os.path.basename(os.path.splitext(s)[0]) + ".o"
                self.objects.setdefault(self.stem(made, at), []).append(e)
        elif inputs or entries:
            kind = self.kind(output, arguments)
            self.link(output or "a.out", inputs, entries, at, kind, arguments)

    @staticmethod
    def kind(output, arguments):
        """What a link makes; a libtool library that is not installed stays an archive."""
        if output.endswith(".la"):
            return "shared" if "-rpath" in arguments else "static"
        shared = "-shared" in arguments or re.search(r"\.so[\d.]*$", output)
        return "shared" if shared else "program"

    @staticmethod
    def stem(path, at):
        path = os.path.normpath(os.path.join(at, path)).replace("/.libs/", "/")
        return re.sub(r"\.l?o$", "", path)

    def link(self, output, inputs, entries, at, kind, arguments=()):
        path = os.path.normpath(os.path.join(at, output))
        name = re.sub(r"(\.la|\.a|\.so[\d.]*)$", "", os.path.basename(path))
        again = path in self.targets  # what is tried with other libraries if this fails
        t = self.targets.setdefault(path, Target(name, kind, [in_tree(path)]))
        for entry in entries:
            t.add(*entry)
        for i in inputs:
            for entry in self.objects.get(self.stem(i, at), []):
                t.add(*entry)
                self.used.add(self.stem(i, at))
        t.libs |= set() if again else libraries_of(arguments)

    def finish(self):
        """Objects that nothing takes up are targets of their own."""
        for stem, entries in self.objects.items():
            if stem not in self.used:
                t = Target(os.path.basename(stem), "objects", [in_tree(stem + ".o")])
                for entry in entries:
                    t.add(*entry)
                self.targets[stem + ".o"] = t
        return list(self.targets.values())


def read_make(answers):
    substitutes = {}
    path = f"{answers}/substitutes.txt"
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            substitutes = dict(line.rstrip("\n").split("\t", 1) for line in f if "\t" in line)
    make = Make(substitutes)
    with open(f"{answers}/make.log", encoding="utf-8", errors="replace") as f:
        for line in re.sub(r"\\\n", " ", f.read()).split("\n"):
            make.line(line)
    return make.finish()


READERS = {"cmake": read_cmake, "meson": read_meson, "autotools": read_make, "make": read_make}


def read(answers, source, package, version, system, seconds):
    """The row of a package, whose source lies there."""
    targets = [t.row(lambda path: os.path.isfile(f"{source}/{path}"))
               for t in READERS[system](answers)]
    return {"package": package, "version": version, "system": system,
            "configure_seconds": seconds,
            "targets": [t for t in targets if t["sources"]]}
