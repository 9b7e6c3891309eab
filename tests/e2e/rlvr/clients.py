"""The shipped file for verl and TRL against a real server, directly and through a network that fails
in every way. Usage: clients.py DIRECTORY URL LABELLER"""
import http.client
import http.server
import os
import re
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
url, labeller = sys.argv[2], sys.argv[3]
os.environ["FAULTLINE_URL"] = url
os.environ["FAULTLINE_DEADLINE"] = "60"
import faultline_rewards as f  # noqa: E402
from checks import Checks  # noqa: E402

check = Checks("clients")


def raises(kind, call, *args, **more):
    try:
        return call(*args, **more)
    except kind as e:
        return e


SUM = "#include <stdio.h>\nint main(void){int a,b;if(scanf(\"%d %d\",&a,&b)!=2)return 1;printf(\"%d\\n\",a+b);return 0;}\n"
right = "So it is a sum.\n```c\n" + SUM + "```\n"
wrong = right.replace("a+b", "a-b")
refusal = "I would rather not."
truth = {"inputs": ["2 3", "4 -4"], "outputs": ["5\n", "0\n"]}
extra = {"faultline": {"language": "c"}, "index": 7}

# verl: compute_score of one, JSON text as ground truth, and of a batch.
check("right", f.compute_score("x", right, truth, extra) == 1.0)
check("text", f.compute_score("x", wrong, '{"inputs": ["2 0", "2 3"], "outputs": ["2", "5"]}', extra) == 0.35)
scores = f.compute_score_batch(["x"] * 3, [right, wrong, refusal], [truth] * 3, [extra] * 3)
check("batch", scores == [1.0, 0.2, 0.0], scores)
check("misspelt", isinstance(raises(f.Refused, f.compute_score, "x", right, {"tets": []}, extra), f.Refused))
check("refused", isinstance(raises(f.Refused, f.compute_score, "x", right, {"tests": [{"stdn": ""}]}, extra), f.Refused))
check("text that is none", f.compute_score("x", "\ud800" + right, truth, extra) == 1.0)

# TRL: columns of the data set, messages, None where a table has no value. 12 at once, four may wait.
tests = [{"stdin": "2 3", "stdout": "5", "args": None}]
got = f.faultline_reward(prompts=["p"] * 12, completions=[right, wrong] * 6, completion_ids=[[1]] * 12,
                         tests=[tests] * 12, language=["c"] * 12, harness=[None] * 12, trainer_state=object())
check("TRL", got == [1.0, 0.2] * 6, got)
got = f.faultline_reward(completions=[[{"role": "assistant", "content": right}]], ground_truth=[truth], language=["c"])
check("messages", got == [1.0], got)
got = f.faultline_reward_or_stop(completions=[right, wrong], tests=[tests] * 2, language=["c"] * 2)
check("or stop", got == [1.0, 0.2], got)


class Fails(http.server.BaseHTTPRequestHandler):
    """Each of the ways to fail, then the real server's answer."""
    ways = ["429", "500", "502", "503", "504", "reset", "cut", "html", "empty", "null", "no reward", "infra", "other"]
    left, always = [], None
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, body, length=None, retry=None):
        self.send_response(status)
        self.send_header("Content-Length", str(length or len(body)))
        if retry:
            self.send_header("Retry-After", retry)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        way = Fails.always or (Fails.left.pop(0) if Fails.left else "")
        self.close_connection = True
        if way.isdigit():
            self.answer(int(way), b'{"reward": 0}', retry="1" if way == "429" else None)
        elif way == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        elif way:
            self.answer(200, {"cut": b'{"label_version": 1, "reward": 0', "html": b"<p>0</p>", "empty": b"", "null": b"null",
                              "no reward": b'{"label_version": 1}', "other": b'{"reward": 0.0}',
                              "infra": b'{"label_version": 1, "infra_error": "x", "reward": 0}'}[way],
                        1000 if way == "cut" else None)
        else:
            at = urlsplit(url)
            c = http.client.HTTPConnection(at.hostname, at.port)
            c.request("POST", self.path, body)
            r = c.getresponse()
            self.answer(r.status, r.read())


f.FIRST_PAUSE = f.LONGEST_PAUSE = 0.05
proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Fails)
threading.Thread(target=proxy.serve_forever, daemon=True).start()
os.environ["FAULTLINE_URL"] = f"http://127.0.0.1:{proxy.server_port}"
Fails.left = list(Fails.ways)
check("every failure", f.compute_score("x", wrong, truth, extra) == 0.2 and not Fails.left, Fails.left)
os.environ["FAULTLINE_DEADLINE"] = "0.3"
for way in Fails.ways:
    Fails.always = way
    got = raises(f.Unavailable, f.compute_score, "x", right, truth, extra)
    check(f"verl: always {way}", isinstance(got, f.Unavailable), got)
    got = f.faultline_reward(completions=[right], tests=[tests], language=["c"])
    check(f"TRL: always {way}", got == [None], got)
proxy.shutdown()
proxy.server_close()
got = f.faultline_reward(completions=[right, wrong], tests=[tests] * 2, language=["c"] * 2)
check("nobody there", got == [None, None], got)
got = raises(f.Unavailable, f.faultline_reward_or_stop, completions=[right], tests=[tests], language=["c"])
check("stops", isinstance(got, f.Unavailable), got)

# A server that is killed in the middle of its work, and started again at the same address.
os.environ["FAULTLINE_DEADLINE"] = "60"


def start(address):
    p = subprocess.Popen([labeller, "--serve=" + address, "--cxx=clang-19", "-j2"], stderr=subprocess.PIPE, text=True)
    line = p.stderr.readline()
    where = re.search(r"http://(\S+)", line)
    return p, where.group(1) if where else line


server, address = start("127.0.0.1:0")
os.environ["FAULTLINE_URL"] = "http://" + address
rewards = []
slow = right.replace("#include <stdio.h>", "#include <stdio.h>\n#include <unistd.h>").replace("int a,b", "sleep(1);int a,b")
asking = threading.Thread(target=lambda: rewards.extend(f.faultline_reward(
    completions=[slow, wrong] * 3, tests=[tests] * 6, language=["c"] * 6, sanitizers=[[]] * 6)))
asking.start()
time.sleep(0.7)
server.kill()
server.wait()
time.sleep(0.5)
check("the test is blind", not rewards, rewards)
server, again = start(address)
check("the same address", again == address, again)
asking.join()
check("killed", rewards == [1.0, 0.2] * 3, rewards)
server.terminate()
check("status", server.wait() == 0)
sys.exit(check.bad)
