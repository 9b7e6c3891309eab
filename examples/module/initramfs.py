#!/usr/bin/env python3
"""initramfs.py OUT NAME=FILE…: an archive that the kernel unpacks at its start (cpio, "newc"), of these
files, all executable, and the directories /dev and /proc."""
import sys


def entry(number, name, mode, data=b"", device=(0, 0)):
    name = name.encode() + b"\0"
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
    head = b"070701" + b"".join(b"%08X" % f for f in fields) + name
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)


with open(sys.argv[1], "wb") as out:
    out.write(entry(1, "dev", 0o40755) + entry(2, "proc", 0o40755))
    out.write(entry(3, "dev/console", 0o20600, device=(5, 1)))
    for i, argument in enumerate(sys.argv[2:]):
        name, _, path = argument.partition("=")
        out.write(entry(4 + i, name, 0o100755, open(path, "rb").read()))
    out.write(entry(0, "TRAILER!!!", 0))
