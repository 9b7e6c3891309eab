"""Diagnostics from standard input by libfaultline-diag, through ctypes."""
import ctypes
import json
import sys

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


def load(path="libfaultline-diag.so.0"):
    lib = ctypes.CDLL(path)
    lib.diag_stream_version.restype = ctypes.c_char_p
    lib.diag_stream_new.restype = ctypes.c_void_p
    lib.diag_stream_new.argtypes = [CALLBACK, ctypes.c_void_p]
    lib.diag_stream_free.argtypes = [ctypes.c_void_p]
    lib.diag_stream_set.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    lib.diag_stream_feed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    lib.diag_stream_finish.argtypes = [ctypes.c_void_p]
    lib.diag_stream_error.restype = ctypes.c_char_p
    lib.diag_stream_error.argtypes = [ctypes.c_void_p]
    return lib


def diagnostics(lib, chunks, **options):
    """The diagnostics, as dictionaries, of an iterable of bytes; options as source_root="."."""
    found = []

    @CALLBACK
    def take(_ctx, text, length):
        found.append(json.loads(text[:length]))
        return 0

    stream = lib.diag_stream_new(take, None)
    if not stream:
        raise MemoryError

    def check(rc):
        if rc:
            raise ValueError(lib.diag_stream_error(stream).decode())

    try:
        for name, value in options.items():
            check(lib.diag_stream_set(stream, name.replace("_", "-").encode(), value.encode()))
        for chunk in chunks:
            check(lib.diag_stream_feed(stream, chunk, len(chunk)))
            yield from found
            found.clear()
        check(lib.diag_stream_finish(stream))
        yield from found
    finally:
        lib.diag_stream_free(stream)


if __name__ == "__main__":
    library = load(*sys.argv[1:2])
    for d in diagnostics(library, iter(lambda: sys.stdin.buffer.read1(65536), b""), thought="yes"):
        print(json.dumps(d, ensure_ascii=False, separators=(",", ":")))
        print(f"# {d['file']}:{d['line']}: {d['error_class']}: {d['root_cause']}")
