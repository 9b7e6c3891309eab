"""Libraries have many names: those of packages, of CMake's modules, of .pc files, of the linker."""
import glob
import json
import os
import re

# By lower-case name: the link names that stand for it.
KNOWN = {
    "zlib": "z", "bzip2": "bz2", "lzma": "lzma", "liblzma": "lzma", "openssl": "ssl crypto",
    "openssl::ssl": "ssl", "openssl::crypto": "crypto", "libcrypto": "crypto", "libssl": "ssl",
    "threads": "pthread", "gmpxx": "gmpxx", "opengl": "GL", "opengl::gl": "GL",
    "opengl::glu": "GLU", "opengl::opengl": "OpenGL", "opengl::glx": "GLX", "openmp": "gomp",
    "glu": "GLU", "gl": "GL", "libxml2": "xml2", "xml2": "xml2", "libpq": "pq",
    "postgresql": "pq", "mysql": "mysqlclient mariadb", "alsa": "asound", "libusb-1.0": "usb-1.0",
    "freetype2": "freetype", "libpulse": "pulse", "pulseaudio": "pulse", "jack": "jack",
    "libevent": "event", "ncurses": "ncurses tinfo", "curses": "ncurses curses tinfo",
    "ncursesw": "ncursesw tinfo", "libpcre": "pcre", "libpcre2-8": "pcre2-8", "pcre2": "pcre2-8",
    "vulkan": "vulkan", "libarchive": "archive", "glew": "GLEW", "glut": "glut",
    "tiff": "tiff", "libtiff-4": "tiff", "libjpeg": "jpeg", "libpng": "png16 png z",
    "png": "png16 png z", "sqlite": "sqlite3", "uuid": "uuid", "bluez": "bluetooth",
    "libudev": "udev", "libdl": "dl", "ldl": "dl", "math": "m", "libmath": "m", "tinyxml2":
    "tinyxml2", "cunit": "cunit", "portaudio-2.0": "portaudio", "sndfile": "sndfile",
    "lua5.1": "lua5.1", "python3": "python3.11", "zeromq": "zmq", "libzmq": "zmq", "tcl": "tcl8.6",
    "tk": "tk8.6", "uring": "uring", "wxwidgets": "wx_baseu-3.2 wx_gtk3u_core-3.2", "yaml-cpp":
    "yaml-cpp", "protobuf": "protobuf", "gtest": "gtest", "benchmark": "benchmark",
    "libevdev": "evdev", "libsystemd": "systemd", "systemd": "systemd", "selinux": "selinux",
}
# Where a linked name is no sign for or against: they are parts of the C library since glibc 2.34,
# and build systems that try find that nothing is needed.
NEUTRAL = {"pthread", "rt", "dl", "m", "util", "c", "stdc++", "gcc", "gcc_s"}


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


class Table:
    """Names of one project; pc: what its .pc files link, {name: [link names]}; imports: what comes
    with targets, {name: [names]}."""

    def __init__(self, pc, imports):
        self.loose, self.pc, self.imports = {}, {}, {}
        for name, links in pc.items():
            self.pc[name.lower()] = {plain(x) for x in links}
            self.loose.setdefault(plain(name), set()).update(self.pc[name.lower()])
        for name, items in imports.items():
            self.imports[plain(name)] = {plain(x) for x in items}

    def closure(self, name):
        """All that comes with an imported target."""
        done, todo = set(), [name]
        while todo:
            x = todo.pop()
            if x not in done:
                done.add(x)
                todo += self.imports.get(x, ())
        return done

    def of(self, name):
        """All plain names that a name may stand for, that of its own first."""
        key = name.lower()
        known = KNOWN.get(key) or KNOWN.get(key.removeprefix("lib"))
        if known:
            return {plain(x) for x in known.split()}
        return {plain(name)}

    def linked(self, name):
        """What comes with a name: what its .pc file links, its target's own, and itself."""
        key = name.lower()
        links = self.pc.get(key) or self.pc.get(f"lib{key}") or self.loose.get(plain(name), set())
        return links | self.of(name) | set().union(*map(self.closure, self.of(name)))
