"""Requests that nobody would send who means well: the server answers, or ends the connection, and
goes on. Usage: hostile.py URL (of a server with --read-timeout=2 --body-max=1M)"""
import http.client
import json
import socket
import sys
import time
from urllib.parse import urlsplit

sys.dont_write_bytecode = True
from checks import Checks  # noqa: E402

at = urlsplit(sys.argv[1])
check = Checks("hostile")


def post(path, body, headers=None, chunked=False):
    c = http.client.HTTPConnection(at.hostname, at.port, timeout=30)
    c.request("POST", path, body=body, headers=headers or {}, encode_chunked=chunked)
    r = c.getresponse()
    text = r.read()
    c.close()
    return r.status, text


def raw(data, wait=10):
    """Send bytes; what comes back until the server ends the connection, and after how long."""
    s = socket.create_connection((at.hostname, at.port), timeout=wait)
    begun = time.monotonic()
    s.sendall(data)
    got = b""
    try:
        while piece := s.recv(65536):
            got += piece
    except (TimeoutError, ConnectionResetError):
        pass
    s.close()
    return got, time.monotonic() - begun


bodies = {
    "nothing": b"",
    "truncated": b'{"id": "x", "tests": [',
    "deep": b"[" * 500000,
    "deep objects": b'{"a":' * 100000 + b"1" + b"}" * 100000,
    "NUL": b"\0" * 1000,
    "NUL in a path": json.dumps({"files": {"a\0b.c": "int main(void){}"}}).encode(),
    "no object": b"17",
    "not UTF-8": b'{"id": "\xff\xfe", "cod": 1}',
    "a path outside": json.dumps({"files": {"../../etc/x.c": "int main(void){}"}}).encode(),
    "huge number": b'{"code": "x", "limits": {"cpu_ms": 1e999}}',
}
for name, body in bodies.items():
    status, text = post("/label", body)
    check(name, status == 400 and b"reward" not in text, (status, text))
    json.loads(text)

name = "i" * 900000
status, text = post("/label", json.dumps({"id": name, "language": "c", "code": "int main(void){return 0;}"}).encode())
check("long id", status == 200 and json.loads(text)["id"] == name, (status, text[:100]))
status, text = post("/label", iter([b"x" * 65536] * 40), {"Transfer-Encoding": "chunked"}, chunked=True)
check("long chunks", status == 413, (status, text))
status, text = post("/label", iter([b'{"id": "c", ', b'"language": "c", "code": "int main(void){return 0;}"}']),
                    {"Transfer-Encoding": "chunked"}, chunked=True)
check("chunks", status == 200 and json.loads(text)["reward"] == 1, (status, text))

got, _ = raw(b"\0\1\2\3\r\n\r\n")
check("no HTTP", got == b"" or b" 400 " in got, got)
got, _ = raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 200000 + b"\r\n\r\n")
check("long head", got == b"" or b" 4" in got[:20], got)
got, _ = raw(b"POST /label HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n{}")
check("negative length", b" 400 " in got, got)
got, seconds = raw(b"POST /label HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
check("a body that does not come", seconds < 6, (seconds, got))

# A byte now and then, of the head and of the body: there is an end to it.
for start in (b"GET /healthz HTTP/1.1\r\nX: ", b"POST /label HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n"):
    s = socket.create_connection((at.hostname, at.port), timeout=10)
    s.sendall(start)
    begun = time.monotonic()
    try:
        while time.monotonic() - begun < 8:
            s.sendall(b"a")
            time.sleep(0.3)
    except OSError:
        pass
    check("slow", time.monotonic() - begun < 6, start)
    s.close()

# Clients that leave while they wait.
for _ in range(5):
    s = socket.create_connection((at.hostname, at.port))
    body = b'{"language": "c", "code": "int main(void){return 0;}"}'
    s.sendall(b"POST /label HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    s.close()
status, _ = post("/label", b'{"language": "c", "code": "int main(void){return 0;}"}')
check("still there", status == 200, status)
sys.exit(check.bad)
