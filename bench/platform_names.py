"""Libraries have many names: those of packages, of CMake's modules, of .pc files, of the linker."""
import glob
import json
import os
import re

# Where a linked name is no sign for or against: they are parts of the C library since glibc 2.34,
# and build systems that try find that nothing is needed.
NEUTRAL = set("openmp pthread rt dl m util c stdc++ gcc gcc_s resolv nsl anl atomic quadmath".split())
# What CMake's own find modules put in the variables of a library besides it.
MODULES = {"png": ["zlib"], "x11": ["ice", "sm", "xext"], "gl": ["glu"],
           "hdf5": ["curl", "openssl", "sz", "zlib"]}


def plain(name):
    """A name as it is compared: small, without lib, versions and separators."""
    n = name.lower()
    n = n.split("::")[-1] if "::" in n and not n.startswith(("qt", "kf", "boost")) else n
    n = n.replace("::", "_" if n.startswith("boost") else "")
    if n.startswith("lib") and len(n) > 4:
        n = n[3:]
    n = re.sub(r"(-|_)?\d+(\.\d+)*$", "", n) or n
    return re.sub(r"[^a-z0-9+]", "", n)


def imported(cache):
    """What CMake's imported targets bring along: {name: [names]}, of all packages in the store."""
    kept, count = f"{cache}/imported.json", 0
    files = [f for d in ("lib/x86_64-linux-gnu/cmake", "lib/cmake", "share/cmake", "share")
             for f in glob.glob(f"{cache}/store/*/usr/{d}/*/*.cmake")]
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as f:
            count, table = json.load(f)
    if count == len(files):
        return table
    table = {}
    for path in sorted(files):
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        for name, body in re.findall(r"set_target_properties\((\S+) PROPERTIES(.*?)\n\)", text, re.S):
            for items in re.findall(r'INTERFACE_LINK_LIBRARIES "([^"]*)"', body):
                items = re.sub(r"\\?\$<LINK_ONLY:([^>]*)>", r"\1", items).split(";")
                table[name] = [x for x in items if x and "$" not in x]
        for name, items in re.findall(r'_(Qt5\w+)_LIB_DEPENDENCIES "([^"]*)"', text):
            table[f"Qt5::{name[3:]}"] = items.split(";")
    with open(kept, "w", encoding="utf-8") as f:
        json.dump([len(files), table], f)
    return table


def tables(directory):
    """platform/libs' tables: {"links": {name: canonical}, "pkgs": …}; "-" is no library."""
    out = {}
    for path in glob.glob(f"{directory}/table_*.c"):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for name, body in re.findall(r"plat_lib_(\w+)\[\] = \{(.*?)\n\};", text, re.S):
            words = " ".join(re.findall(r'"([^"]*)"', body)).split()
            pairs = (w.split("=", 1) for w in words if "=" in w)
            out[name] = {k: v or k for k, v in pairs}
    return out


class Table:
    """Names of one project; pc: what its .pc files link, {name: [link names]}; imports: what comes
    with targets of CMake's, {name: [names]}; known: tables()."""

    def __init__(self, pc, imports, known):
        self.known, self.along = known, {}
        self.canonical = {v for t in known.values() for v in t.values()}
        targets = {k: set(v) for k, v in MODULES.items()}
        for name, items in imports.items():  # several may have one name: KF5::KIOCore, KF5::KIOGui
            targets.setdefault(self.target(name), set()).update(self.target(x) for x in items)
        for name in targets:
            done, todo = set(), [name]
            while todo:
                x = todo.pop()
                if x not in done:
                    done.add(x)
                    todo += targets.get(x, ())
            self.along.setdefault(name, set()).update(done)
        # Packages of headers alone: no .pc file of theirs links anything.
        self.bare = {self.named(n) for n in pc} - {self.named(n) for n, l in pc.items() if l}
        for name, links in pc.items():
            self.along.setdefault(self.named(name), set()).update(map(self.link, links))

    def ask(self, name, *which):
        for table in which:
            found = self.known.get(table, {}).get(name)
            if found:
                return found
        return ""

    def link(self, name):
        """The one name of what -lNAME links."""
        return self.ask(name, "links") or plain(name)

    def target(self, name):
        """Of an imported target: mostly its parts make up a link name."""
        joined = name.replace("::", "_" if name.startswith("Boost") else "")
        kde = plain(joined) if name.startswith(("KF5::", "KF6::")) else ""
        return (self.ask(joined, "links") or self.ask(joined.lower(), "links")
                or kde or self.named(name))

    def named(self, name):
        """Of what a build file or the tool says."""
        if name in self.canonical:
            return name
        head = name.split("::")[0]
        return (self.ask(name, "cmake", "pkgs", "packages", "links")
                or self.ask(head, "cmake") or plain(name))

    def linked(self, name):
        """What comes with a library of that one name, itself too."""
        return self.along.get(name, set()) | {name}

    def named_by_project(self, libs):
        """Those of libs that no other of them brings along; of two that bring each other, both."""
        return {x for x in libs if not any(
            x in self.linked(y) and y not in self.linked(x) for y in libs if y != x)}
