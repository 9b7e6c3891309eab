#!/usr/bin/python3
"""A reader and a writer of zstd's seekable format that share nothing with ours but libzstd: by the
text of zstd_seekable_compression_format.md.

seekable.py check FILE LINES FRAME   the table fits, each frame alone gives its lines, all together LINES
seekable.py pack LINES FILE FRAME    write such a file, with checksums' room in the table, and no rows"""
import ctypes
import struct
import sys

zstd = ctypes.CDLL("libzstd.so.1")
for name in ("ZSTD_decompress", "ZSTD_compress", "ZSTD_compressBound"):
    getattr(zstd, name).restype = ctypes.c_size_t
TABLE, FOOT, ROWS = 0x184D2A5E, 0x8F92EAB1, 0x184D2A5D


def expand(packed, size):
    out = ctypes.create_string_buffer(size)
    n = zstd.ZSTD_decompress(out, ctypes.c_size_t(size), packed, ctypes.c_size_t(len(packed)))
    assert n == size, "a frame does not give what the table says"
    return out.raw[:n]


def compress(raw):
    room = zstd.ZSTD_compressBound(ctypes.c_size_t(len(raw)))
    out = ctypes.create_string_buffer(room)
    n = zstd.ZSTD_compress(out, ctypes.c_size_t(room), raw, ctypes.c_size_t(len(raw)), 3)
    return out.raw[:n]


def check(path, lines, frame):
    data, want, frame = open(path, "rb").read(), open(lines, "rb").read(), int(frame)
    count, flags, magic = struct.unpack("<IBI", data[-9:])
    assert magic == FOOT and flags == 0
    table = data[-9 - 8 * count - 8:]
    assert struct.unpack("<II", table[:8]) == (TABLE, len(table) - 8)
    entries = [struct.unpack_from("<II", table, 8 + 8 * i) for i in range(count)]
    assert sum(packed for packed, _ in entries) == len(data) - len(table)
    at, parts, rows = 0, [], []
    for packed, raw in entries:
        frame_bytes = data[at:at + packed]
        at += packed
        if raw == 0:
            magic, size, word = struct.unpack("<II8s", frame_bytes[:16])
            assert (magic, size, word) == (ROWS, packed - 8, b"fl-rows1")
            rows = list(struct.unpack("<%dI" % (count - 1), frame_bytes[16:]))
            continue
        parts.append(expand(frame_bytes, raw))
    assert rows == [part.count(b"\n") for part in parts]
    assert all(part.endswith(b"\n") for part in parts)
    assert all(len(part) >= frame for part in parts[:-1]), "a frame is too small"
    assert all(len(part[:-1].rpartition(b"\n")[0]) < frame for part in parts), "a frame is too large"
    assert b"".join(parts) == want
    print(len(parts))


def pack(lines, path, frame):
    raw, frame = open(lines, "rb").read(), int(frame)
    packed = [(compress(raw[i:i + frame]), len(raw[i:i + frame])) for i in range(0, len(raw), frame)]
    table = b"".join(struct.pack("<III", len(p), n, 0) for p, n in packed)
    table += struct.pack("<IBI", len(packed), 0x80, FOOT)
    with open(path, "wb") as out:
        out.write(b"".join(p for p, _ in packed) + struct.pack("<II", TABLE, len(table)) + table)


{"check": check, "pack": pack}[sys.argv[1]](*sys.argv[2:])
