"""Rows for `datasets import` of unpacked Debian sources.

rows.py CORPUS OUT COUNT: OUT/pairs.jsonl has each C or C++ file that a patch of a package changes, as it
was before and after that patch (the last patch is taken back first); OUT/files.jsonl has the sources
themselves, a package after the other, until both together are COUNT rows.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = re.compile(r".*\.(c|cc|cpp|cxx|h|hh|hpp)$")
UNIT = re.compile(r".*\.(c|cc|cpp|cxx)$")
BYTES = 200000

corpus, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])


def read(path):
    try:
        with open(path, encoding="utf-8") as f:
            return f.read()
    except (OSError, UnicodeDecodeError):
        return None


def tree_of(package):
    """The directory of a package that has debian/ in it."""
    for at, names, _ in os.walk(os.path.join(corpus, package)):
        if "debian" in names:
            return at
    return None


def series(tree):
    text = read(os.path.join(tree, "debian/patches/series")) or ""
    return [line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("#")]


def touched(patch):
    return [m.group(1) for m in re.finditer(r"^\+\+\+ [^/\s]+/(\S+)", patch, re.M) if SOURCE.match(m.group(1))]


def subject(patch, name):
    found = re.search(r"^(?:Subject|Description): *(.+)", patch, re.M)
    return found.group(1) if found else name


def patch_rows(package):
    tree = tree_of(package)
    patches = series(tree) if tree else []
    with tempfile.TemporaryDirectory() as at:
        if patches:
            shutil.copytree(tree, at, dirs_exist_ok=True, symlinks=True)
        for name in reversed(patches):
            patch = read(os.path.join(at, "debian/patches", name)) or ""
            after = {p: read(os.path.join(at, p)) for p in touched(patch)}
            done = subprocess.run(["patch", "-R", "-p1", "-s", "-f", "-d", at], input=patch, text=True,
                                  capture_output=True)
            if done.returncode:
                return
            for path, text in after.items():
                before = read(os.path.join(at, path))
                if text is not None and before is not None and text != before:
                    yield {"old_contents": before, "new_contents": text, "new_file": path, "repos": package,
                           "commit": f"{package}/{name}", "subject": subject(patch, name)}


def file_rows(package):
    for at, names, files in sorted(os.walk(os.path.join(corpus, package))):
        names.sort()
        for name in sorted(files):
            path = os.path.join(at, name)
            if UNIT.match(name) and not os.path.islink(path) and os.path.getsize(path) <= BYTES:
                text = read(path)
                if text is not None:
                    yield {"content": text, "path": os.path.relpath(path, corpus), "repo": package}


packages = sorted(os.listdir(corpus))
written = 0
with open(f"{out}/pairs.jsonl", "w") as f:
    for package in packages:
        for row in patch_rows(package):
            f.write(json.dumps(row) + "\n")
            written += 1
with open(f"{out}/files.jsonl", "w") as f:
    for package in packages:
        for row in file_rows(package):
            if written == count:
                sys.exit()
            f.write(json.dumps(row) + "\n")
            written += 1
