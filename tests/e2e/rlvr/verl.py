"""verl's requests to SandboxFusion's /run_code, as its client sends them (one a test, 32 at once,
always language "python"; its request_timeout; what it asks again), and what it makes of the answers:
True, False, -1 (the server), -2 (run), -3 (time), -4 (compile). Usage: verl.py URL"""
import json
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

url = sys.argv[1]
bad = 0
TIMEOUT, ASKED_AGAIN = 10, 3
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(code, stdin):
    body = json.dumps({"compile_timeout": TIMEOUT, "run_timeout": TIMEOUT, "code": code, "stdin": stdin,
                       "memory_limit_MB": 1024, "language": "python", "files": {}, "fetch_files": []}).encode()
    for _ in range(ASKED_AGAIN):
        request = urllib.request.Request(url, body, {"Content-Type": "application/json", "Accept": "application/json"})
        try:
            with opener.open(request, timeout=2 * TIMEOUT + 10) as response:
                return json.load(response)
        except urllib.error.HTTPError as e:
            if e.code != 504:
                return None
        except OSError:
            return None
    return None


def verdict(answer, expected):
    if answer is None or answer["status"] not in ("Success", "Failed"):
        return -1
    compiled, ran = answer["compile_result"], answer["run_result"]
    if answer["status"] == "Success":
        return ran["stdout"].rstrip("\n") == expected.rstrip("\n")
    if compiled["status"] != "Finished" or compiled["return_code"] != 0:
        return -4
    return -3 if ran["status"] == "TimeLimitExceeded" else -2


SUM = """#include <cstdio>
int main() { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; printf("%d\\n", a + b); }
"""
programs = {
    "right": (SUM, [True] * 5),
    "a tag that verl leaves": ("c++\n" + SUM, [True] * 5),
    "wrong": (SUM.replace("a + b", "a - b"), [False, False, True, False, False]),
    "no program": (SUM.replace("a + b", "a +"), [-4] * 5),
    "crash": (SUM.replace("return 1;", "return 1; if (a == 2) __builtin_trap();"), [True, -2, True, True, True]),
    "long output": ("#include <cstdio>\nint main() { for (int i = 0; i < 400000; i++) putchar('x'); }", [False] * 5),
}
tests = [("1 2", "3\n"), ("2 2", "4\n"), ("7 0", "7"), ("0 -5", "-5\n"), ("100 23", "123\n")]
with ThreadPoolExecutor(32) as pool:
    asked = {name: [pool.submit(ask, code, stdin) for stdin, _ in tests] for name, (code, _) in programs.items()}
    for name, answers in asked.items():
        answers = [a.result() for a in answers]
        got = [verdict(a, out) for a, (_, out) in zip(answers, tests)]
        if got != programs[name][1]:
            print(f"FAIL: verl: {name}: {got} in place of {programs[name][1]}: {str(answers[0])[:300]}", file=sys.stderr)
            bad = 1
        if name == "long output" and any(len(a["run_result"]["stdout"]) != 400000 for a in answers):
            print("FAIL: verl: output was cut", file=sys.stderr)
            bad = 1
TIMEOUT = 1
for name, code, want in (("endless", "int main() { for (volatile int x = 1; x;); }", -3),
                         ("waits", "#include <unistd.h>\nint main() { sleep(100); }", -3)):
    answer = ask(code, "")
    if verdict(answer, "") != want:
        print(f"FAIL: verl: {name}: {str(answer)[:300]}", file=sys.stderr)
        bad = 1
sys.exit(bad)
