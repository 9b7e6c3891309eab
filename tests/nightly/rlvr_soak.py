"""rlvr-label --serve for long, loaded, and killed often.
Usage: rlvr_soak.py LABELLER CLIENTS LABELS STEPS SECONDS PART…, a part being soak, load or trainer"""
import http.client
import itertools
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

labeller, clients = sys.argv[1:3]
labels, steps, seconds = map(int, sys.argv[3:6])
sys.path.insert(0, clients)
sys.dont_write_bytecode = True
os.environ["FAULTLINE_DEADLINE"] = "600"
import faultline_rewards as rewards  # noqa: E402

bad = 0
CONNECTIONS, QUEUE = 64, 64
SUM = "#include <stdio.h>\nint main(void){int a,b;if(scanf(\"%d %d\",&a,&b)!=2)return 1;printf(\"%d\\n\",a+b);return 0;}\n"
TESTS = [{"stdin": "2 3", "stdout": "5"}]


def fail(*what):
    global bad
    print("FAIL:", *what, file=sys.stderr)
    bad = 1


def start(address):
    p = subprocess.Popen([labeller, "--serve=" + address, "--cxx=clang-19", "-j2", f"--queue={QUEUE}",
                          "--language-override=cpp"], stderr=subprocess.PIPE, text=True)
    line = p.stderr.readline()
    at = re.search(r"http://(\S+)", line)
    if not at:
        sys.exit(f"no server: {line}")
    return p, at.group(1)


def below(pid):
    """The processes that it has started, and those that these have."""
    for kid in open(f"/proc/{pid}/task/{pid}/children").read().split():
        yield kid
        yield from below(kid)


def of_stayers(pid):
    """The most resident KiB that a compiler or linker has which waits for work: each a fork's parent, and no fork."""
    most = 0
    for p in below(pid):
        try:
            name, parent = (open(f"/proc/{q}/comm").read() for q in (p, re.search(r"PPid:\s+(\d+)", open(f"/proc/{p}/status").read()).group(1)))
            rss = int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{p}/status").read()).group(1))
        except (OSError, AttributeError):
            continue  # it has ended
        if re.match("clang|ld.lld", name) and parent.startswith("box"):
            most = max(most, rss)
    return most


def look(pid):
    """Resident KiB, descriptors and children of the server; the most descriptors that a worker has, its KiB, and those of a compiler that stays."""
    def one(p):
        rss = re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{p}/status").read()).group(1)
        return int(rss), len(os.listdir(f"/proc/{p}/fd"))
    kids = open(f"/proc/{pid}/task/{pid}/children").read().split()
    return (*one(pid), len(kids), max(one(k)[1] for k in kids), max(one(k)[0] for k in kids), of_stayers(pid))


# ---- many labels by one server ----


def request(i):
    """Path, body, and whether an answer (status, object) is the right one."""
    code = SUM + f"// {i % 997}\n"
    label = {"language": "c", "tests": TESTS}
    kinds = [
        ("/label", {**label, "code": code}, lambda s, o: s == 200 and o["reward"] == 1),
        ("/label", {**label, "code": code.replace("a+b", "a-b")}, lambda s, o: s == 200 and o["reward"] == 0.2),
        ("/label", {**label, "code": code.replace("a+b)", "a+b")}, lambda s, o: s == 200 and o["stage"] == "compile"),
        ("/label", {**label, "code": code.replace("return 0", "int*volatile p=0;*p=1")}, lambda s, o: s == 200 and o["reward"] == 0.1),
        ("/label", {"cod": ""}, lambda s, o: s == 400 and "reward" not in o),
        ("/run_code", {"language": "python", "code": f"#include <cstdio>\nint main() {{ puts(\"{i % 97}\"); }}"},
         lambda s, o: s == 200 and o["run_result"]["stdout"] == f"{i % 97}\n"),
        ("/api/v2/execute", {"language": "c", "version": "*", "files": [{"content": f"int main(void) {{ return {i % 97}; }}"}]},
         lambda s, o: s == 200 and o["run"]["code"] == i % 97),
        ("/label", {**label, "code": code}, None),  # a client that leaves
    ]
    return kinds[i % len(kinds)]


def ask(host, port, i):
    path, body, right = request(i)
    for _ in range(10000):
        c = http.client.HTTPConnection(host, port, timeout=300)
        c.request("POST", path, json.dumps(body))
        if right is None:
            c.close()
            return
        r = c.getresponse()
        text = r.read()
        c.close()
        if r.status not in (429, 504):
            break
        time.sleep(0.2)
    if not right(r.status, json.loads(text)):
        fail(f"request {i}: {r.status} {text[:300]!r}")


def soak():
    server, address = start("127.0.0.1:0")
    host, port = address.split(":")
    left, lock = list(range(labels)), threading.Lock()

    def work():
        while not bad:
            with lock:
                if not left:
                    return
                i = left.pop()
            try:
                ask(host, int(port), i)
            except Exception as e:  # noqa: BLE001: whatever it is, it is a fault
                fail(f"request {i}: {e!r}")

    def all_workers(count):
        while len(left) > count and not bad:
            time.sleep(0.5)
        return look(server.pid)

    threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
    for t in threads:
        t.start()
    early = all_workers(labels - labels // 10)
    for t in threads:
        t.join()
    time.sleep(1)
    late = look(server.pid)
    print("resident KiB, descriptors, workers, a worker's descriptors and KiB, a resident compiler's KiB:", early, late)
    grown = late[4] > early[4] + 100000 or late[5] > early[5] + 20000
    if late[0] > early[0] + 20000 or late[1] > 40 or late[2] != 2 or late[3] > 90 or grown:
        fail("the server has grown")
    server.terminate()
    if server.wait(60) != 0:
        fail(f"status {server.returncode}")


# ---- a trainer whose server is killed ----


def trainer():
    server, address = start("127.0.0.1:0")
    os.environ["FAULTLINE_URL"] = "http://" + address
    ended = threading.Event()
    kills = 0

    def killer():
        nonlocal server, kills
        while not ended.wait(random.uniform(1, 6)):
            server.kill()
            server.wait()
            kills += 1
            time.sleep(random.uniform(0, 1))
            server, _ = start(address)

    thread = threading.Thread(target=killer)
    thread.start()
    for step in range(steps):
        completions, want = [], []
        for i in range(8 * 16):
            right = random.random() < 0.5
            completions.append(f"```c\n{SUM if right else SUM.replace('a+b', 'a-b')}// {step} {i}\n```")
            want.append(1.0 if right else 0.2)
        got = rewards.faultline_reward(completions=completions, tests=[TESTS] * len(want), language=["c"] * len(want))
        if got != want:
            fail(f"step {step}: {sum(g != w for g, w in zip(got, want))} rewards are wrong or lost")
    ended.set()
    thread.join()
    server.terminate()
    server.wait(60)
    print(f"{steps} steps, {kills} kills")


# ---- as many connections as there are, all the time ----


def load():
    """Latencies of requests for different labels; in the middle the server is killed, and comes again."""
    server, address = start("127.0.0.1:0")
    host, port = address.split(":")
    begin, took, lost, lock = time.monotonic(), [], 0, threading.Lock()
    numbers = itertools.count()
    dead = threading.Event()

    def one(i):
        nonlocal lost
        body = {"language": "c", "tests": TESTS, "code": SUM + f"// load {i}\n"}
        at = time.monotonic()
        try:
            c = http.client.HTTPConnection(host, int(port), timeout=300)
            c.request("POST", "/label", json.dumps(body))
            r = c.getresponse()
            text = r.read()
            c.close()
        except OSError:
            lost += 1
            if not dead.is_set():
                fail("a connection broke, and nobody killed the server")
            time.sleep(0.1)
            return
        except http.client.HTTPException:  # killed in the middle of an answer
            lost += 1
            if not dead.is_set():
                fail("an answer broke off, and nobody killed the server")
            return
        if r.status == 429:
            time.sleep(0.2)
        elif r.status != 200 or json.loads(text)["reward"] != 1:
            fail(f"{r.status} {text[:300]!r}")
        else:
            with lock:
                took.append(time.monotonic() - at)

    def work():
        while time.monotonic() - begin < seconds and not bad:
            one(next(numbers))

    threads = [threading.Thread(target=work) for _ in range(CONNECTIONS)]
    for t in threads:
        t.start()
    time.sleep(seconds / 2)
    dead.set()
    server.kill()
    server.wait()
    before = len(took)
    server, _ = start(address)
    time.sleep(1)  # what went with the other one is told by then
    dead.clear()
    for t in threads:
        t.join()
    took_sorted = sorted(took)
    at = lambda share: took_sorted[int(share * (len(took_sorted) - 1))]  # noqa: E731
    print(f"{CONNECTIONS} connections, {seconds} s: {len(took)} labels ({len(took) / seconds:.1f} a second), "
          f"p50 {at(0.5):.2f} s, p99 {at(0.99):.2f} s, longest {took_sorted[-1]:.2f} s; "
          f"{lost} requests went with the server that was killed, {len(took) - before} answers behind that")
    if len(took) == before:
        fail("the server that came again answers nothing")
    server.terminate()
    if server.wait(60) != 0:
        fail(f"status {server.returncode}")


for part in sys.argv[6:]:
    {"soak": soak, "load": load, "trainer": trainer}[part]()
sys.exit(bad)
