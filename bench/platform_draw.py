"""Which packages bench/platform takes: the archive's list in an order that a seed gives."""
import glob
import hashlib
import os
import re
import shutil

import platform_box as box

PACKED_MAX = 30 << 20
SYSTEMS = ("cmake", "meson", "autotools", "make")
# Sections and helpers of packages that are not C or C++: the rest is unpacked and looked at.
OTHER_SECTIONS = set("python perl ruby haskell rust golang java javascript ocaml php gnu-r lisp doc "
                     "fonts localization metapackages mono cli-mono zope".split())
OTHER_HELPERS = re.compile(r"^(golang-|dh-golang|dh-cargo|cargo|rustc|ghc|haskell-|default-jdk|"
                           r"javahelper|nodejs|dh-nodejs|gem2deb|ocaml|dh-ocaml|gnat|r-base|dh-r$|"
                           r"erlang|mono-|fpc|dh-elpa|sbcl|dh-php|pkg-php|valac|ldc|scala|maven|"
                           r"python3-setuptools|gfortran|pybuild)")
CODE = {e: True for e in "c cc cpp cxx C c++".split()}
CODE.update({e: False for e in "py java go rs ml hs f f90 pas pl pm php js rb cs vala el lisp "
                              "ts scala d erl".split()})

# A mirror may lack Debian's part: what upstream made is a project, too.
UNPACK = """cd /mnt; apt-get -q source --download-only "$1=$2" && rm -rf out &&
	dpkg-source --no-check -x *.dsc out && exit
apt-get -q source --tar-only --download-only "$1=$2" && mkdir out &&
	tar -C out --strip-components=1 --no-same-owner -xf *.orig.tar.*z*
"""


def index(cache):
    """All source packages of the archive's list: dictionaries of their fields."""
    lists = glob.glob(f"{cache}/base/var/lib/apt/lists/*_source_Sources*")
    status, text = box.run(["/usr/lib/apt/apt-helper", "cat-file"] + sorted(lists), 100)
    if status or not lists:
        raise SystemExit(f"platform: no list of sources: {text[:300]}")
    rows = {}
    for paragraph in text.split("\n\n"):
        row, key = {}, None
        for line in paragraph.split("\n"):
            if line[:1] in " \t":
                row[key] = row.get(key, "") + "\n" + line.strip()
            elif ":" in line:
                key, value = line.split(":", 1)
                row[key] = value.strip()
        if "Package" in row:
            rows[row["Package"]] = row
    return rows


def packed(row):
    """Bytes of its packed source."""
    return sum(int(f.split()[1]) for f in row.get("Files", "").split("\n") if len(f.split()) == 3)


def needs(row):
    """Names of the packages that it is built with."""
    text = ",".join(row.get(f"Build-Depends{k}", "") for k in ("", "-Arch"))
    return {m.group(0) for part in re.split(r"[,|]", text)
            if (m := re.match(r"[a-z0-9][a-z0-9.+-]+", part.strip()))}


def stream_of(row):
    """Where its build files may be looked for: a sure sign that it is not of the others."""
    n = needs(row)
    if row.get("Architecture", "all") == "all" or row.get("Extra-Source-Only") == "yes":
        return None
    if row.get("Section", "").split("/")[-1] in OTHER_SECTIONS:
        return None
    if any(OTHER_HELPERS.match(x) for x in n):
        return None
    if "cmake" in n:
        return "cmake"
    return "meson" if "meson" in n else "rest"


def order(rows, seed):
    """Package names by stream, each in the seed's order."""
    streams = {"cmake": [], "meson": [], "rest": []}
    for name, row in rows.items():
        stream = stream_of(row)
        if stream:
            streams[stream].append(name)
    for names in streams.values():
        names.sort(key=lambda n: hashlib.sha256(f"{seed} {n}".encode()).digest())
    return streams


def control(source, row):
    """Where Debian's part could not be had: what is needed for a build stands in the list, too."""
    if os.path.exists(f"{source}/debian"):
        return
    os.makedirs(f"{source}/debian")
    with open(f"{source}/debian/control", "w", encoding="utf-8") as f:
        for key in ("Package", "Build-Depends", "Build-Depends-Arch"):
            if key in row:
                value = row[key].replace("\n", "\n ")
                f.write(f"{'Source' if key == 'Package' else key}: {value}\n")


def unpack(cache, row, layer):
    """Its source, with Debian's patches, in CACHE/src/NAME. Returns a reason for not having it."""
    name = row["Package"]
    target = f"{cache}/src/{name}"
    if os.path.isdir(target):
        return ""
    if packed(row) > PACKED_MAX:
        return f"packed source of {packed(row) >> 20} MB"
    incoming = f"{cache}/incoming-{name}"
    os.makedirs(incoming, exist_ok=True)
    status, text = layer.run(UNPACK, 300, True, (name, row["Version"]), incoming)
    if not status:
        control(f"{incoming}/out", row)
        os.makedirs(f"{cache}/src", exist_ok=True)
        os.rename(f"{incoming}/out", target)
    shutil.rmtree(incoming)
    return f"does not unpack: {text[-200:]}" if status else ""


def classify(directory, stream):
    """Its build system by the files at its root, and "" where it is not one of C or C++."""
    ours = others = 0
    for at, directories, files in os.walk(directory):
        directories[:] = [d for d in directories if d not in ("debian", ".pc", ".git")]
        for f in files:
            kind = CODE.get(f.rsplit(".", 1)[-1])
            ours, others = ours + (kind is True), others + (kind is False)
    there = set(os.listdir(directory))
    if not ours or stream == "rest" and 4 * ours < others:
        return ""
    if stream == "cmake":
        return "cmake" if "CMakeLists.txt" in there else ""
    if stream == "meson":
        return "meson" if "meson.build" in there else ""
    if there & {"configure.ac", "configure.in", "configure"}:
        return "autotools"
    if there & {"CMakeLists.txt", "meson.build"}:
        return ""
    return "make" if there & {"Makefile", "makefile", "GNUmakefile"} else ""
