"""The text of a file, which may be in zstd."""
import io

import zstandard


def text(path):
    if not path.endswith(".zst"):
        with open(path, encoding="utf-8") as f:
            return f.read()
    with open(path, "rb") as f, zstandard.ZstdDecompressor().stream_reader(f) as unpacked:
        return io.TextIOWrapper(unpacked, encoding="utf-8", newline="\n").read()
