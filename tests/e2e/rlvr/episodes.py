"""Many episodes at once, each done twice: the same steps give the same bytes, and nothing is left of
any, closed or not. Usage: episodes.py LABELLER EPISODES AT_ONCE [SEED]"""
import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
from checks import Checks  # noqa: E402

labeller, episodes, at_once = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
check = Checks("episodes")
IDLE = 5 if episodes < 100 else 30


def replace(old, new):
    return {"edit": f"<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"}


def debug(calls, **more):
    return {"debug": {"calls": calls, **more}}


LIST = """#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *add(struct node *list, int value)
{
	struct node *made = malloc(sizeof(*made));
	made->value = value;
	made->next = list;
	return made;
}
static void drop(struct node *list)
{
	while (list) {
		free(list);
		list = list->next;
	}
}
int main(void)
{
	struct node *list = NULL;
	int n, sum = 0;
	while (scanf("%d", &n) == 1)
		list = add(list, n);
	for (struct node *at = list; at; at = at->next)
		sum += at->value;
	drop(list);
	printf("%d\\n", sum);
	return 0;
}
"""
WORDS = """#include <iostream>
#include <map>
#include <string>
#include <vector>
static std::map<std::string, int> count(const std::vector<std::string> &words)
{
	std::map<std::string, int> found;
	for (size_t i = 0; i <= words.size(); i++)
		found[words[i]]++;
	return found;
}
int main()
{
	std::vector<std::string> words;
	for (std::string word; std::cin >> word;)
		words.push_back(word);
	for (const auto &[word, times] : count(words))
		std::cout << word << ' ' << times << '\\n'
}
"""
LOOP = """#include <stdio.h>
static unsigned steps(unsigned n)
{
	unsigned count = 0;
	while (n != 1) {
		n = n % 2 ? 3 * n + 1 : n / 2;
		count++;
	}
	return count;
}
int main(void)
{
	unsigned n = 0;
	if (scanf("%u", &n) != 1)
		return 2;
	printf("%u\\n", steps(n));
	return 0;
}
"""
ABORT = """#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	char text[8];
	for (int i = 1; i < argc; i++) {
		strcpy(text, argv[i]);
		assert(strlen(text) < 4);
		puts(text);
	}
	return 0;
}
"""
FORKS = "#include <unistd.h>\nint main(void)\n{\n\tfor (int i = 0; i < 300; i++)\n\t\tif (fork() == 0)\n\t\t\tsleep(100);\n\treturn 0;\n}\n"

# A task, and steps from which each of its episodes takes some; limits are short, so that what hangs costs little.
LIMITS = {"cpu_ms": 400, "wall_ms": 10000}
TASKS = [
    ({"language": "c", "files": {"main.c": LIST}, "tests": [{"stdin": "1 2 3", "stdout": "6", "shown": True}, {"stdin": "", "stdout": "0"}]},
     [{"compile": True}, {"run": {"test": "1"}}, {"run": {"stdin": "7"}}, {"show": "main.c"},
      replace("\t\tfree(list);\n\t\tlist = list->next;", "\t\tstruct node *next = list->next;\n\t\tfree(list);\n\t\tlist = next;"),
      replace("\t\tsum += at->value;", "\t\tsum += at->valu;"), replace("nothing", "else"),
      debug('int bp = breakpoint("main.c", 14); continue_exec(); inspect(); backtrace_get();', stdin="4 5"),
      debug('eval("*list"); eval("list"); next(); next(); inspect();'), debug('finish(); watchpoint("sum"); continue_exec();')]),
    ({"files": {"words.cpp": WORDS}, "tests": [{"stdin": "a b a", "stdout": "a 2\nb 1"}]},
     [{"compile": True}, {"run": {"stdin": "x y x"}}, replace("times << '\\n'", "times << '\\n';"), replace("i <= words", "i < words"),
      debug('breakpoint("words.cpp", 9); run(); inspect(); eval("words"); eval("words.size()");', stdin="p q"),
      debug('continue_exec(); inspect(); continue_exec(); backtrace_get();')]),
    ({"language": "c", "code": LOOP, "limits": LIMITS, "tests": [{"stdin": "27", "stdout": "111"}, {"stdin": "0", "stdout": "0"}]},
     [{"run": {"stdin": "0"}}, {"run": {"stdin": "6"}}, {"run": {}}, debug("continue_exec();", stdin="0"),
      debug('breakpoint("steps"); continue_exec(); step(); step(); step(); inspect(); finish();', stdin="6"),
      replace("\twhile (n != 1) {", "\twhile (n > 1) {")]),
    ({"language": "c", "code": ABORT, "tests": [{"args": ["a", "bc"], "stdout": "a\nbc"}]},
     [{"run": {"args": ["ok"]}}, {"run": {"args": ["abcd"]}}, {"run": {"args": ["a-long-word"]}}, debug("continue_exec(); backtrace_get();"),
      debug('breakpoint("main.c", 8); run(); eval("text"); eval("argv[i]"); inspect();', args=["xy"])]),
    ({"language": "c", "code": FORKS, "sanitizers": [], "limits": LIMITS, "tests": [{"stdout": ""}]},
     [{"run": {}}, debug("run();"), {"compile": True}]),
]


def play(number, ask):
    """The steps of an episode follow from its number; what comes back is told apart by nothing else."""
    rng = random.Random(seed * 1000003 + number)
    task, steps = TASKS[number % len(TASKS)]
    chosen = [rng.choice(steps) for _ in range(rng.randint(2, 6))]
    if rng.random() < 0.7:
        chosen.append({"submit": True})
    status, text = ask("/env/reset", {"task": task, "steps": 8})
    check("reset", status == 200, text)
    episode, answers = json.loads(text)["episode"], [re.sub(rb'"episode":"[0-9a-f]{32}"', b"", text)]
    for i, step in enumerate(chosen):
        status, text = ask("/env/step", {"episode": episode, "step": i + 1, **step})
        check(f"episode {number}: {step}", status == 200, text)
        answers.append(text)
    if rng.random() < 0.8:
        ask("/env/close", {"episode": episode})
    return answers


def look(pid):
    kids = open(f"/proc/{pid}/task/{pid}/children").read().split()
    return len(os.listdir(f"/proc/{pid}/fd")), len(kids), max(len(os.listdir(f"/proc/{k}/fd")) for k in kids)


def is_ours(pid):
    """Where other tests' processes are seen, too, those of ours are known by what alone.sh exports."""
    if "FL_ALONE" in os.environ:
        return True
    try:
        with open(f"/proc/{pid}/environ", "rb") as f:
            return f"FL_TEST={os.environ['FL_TEST']}".encode() in f.read().split(b"\0")
    except OSError:
        return False


def processes():
    return sum(name.isdigit() and is_ours(name) for name in os.listdir("/proc"))


def main():
    before = processes()
    server = subprocess.Popen([labeller, "--serve=127.0.0.1:0", "--cxx=clang-19", "-j2", f"--queue={2 * at_once}",
                               f"--episodes={4 * at_once + episodes // 4}", f"--episode-idle={IDLE}"], stderr=subprocess.PIPE, text=True)
    host, port = re.search(r"http://(\S+):(\d+)", server.stderr.readline()).groups()
    seen, lock, left = {}, threading.Lock(), [(n, k) for n in range(episodes) for k in range(2)]
    random.Random(seed).shuffle(left)

    def get(method, path, body=None):
        c = http.client.HTTPConnection(host, int(port), timeout=600)
        c.request(method, path, body)
        r = c.getresponse()
        text = r.read()
        c.close()
        return r.status, text

    def ask(path, body):
        while True:
            status, text = get("POST", path, json.dumps(body))
            if status != 429:
                return status, text
            time.sleep(0.2)

    def work():
        while not check.bad:
            with lock:
                if not left:
                    return
                number, _ = left.pop()
            answers = play(number, ask)
            with lock:
                other = seen.setdefault(number, answers)
            check(f"episode {number} again", other == answers, [(a, b) for a, b in zip(other, answers) if a != b])

    begun = time.monotonic()
    threads = [threading.Thread(target=work) for _ in range(at_once)]
    for t in threads:
        t.start()
    early = look(server.pid)
    for t in threads:
        t.join()
    took = time.monotonic() - begun
    deadline = time.monotonic() + IDLE + 10
    while b"\nfaultline_episodes 0\n" not in get("GET", "/metrics")[1] and time.monotonic() < deadline:
        time.sleep(0.5)
    metrics = get("GET", "/metrics")[1].decode()
    # A connection that its client has closed stays with a busy server for a moment; a leak stays for good.
    deadline = time.monotonic() + 20
    while (late := look(server.pid))[0] > 40 and time.monotonic() < deadline:
        time.sleep(0.5)
    found = {k: int(v) for k, v in re.findall(r"^faultline_(\w+) (\d+)$", metrics, re.M)}
    check("none is held", found["episodes"] == 0, metrics)
    check("all were begun", found["episodes_total"] == 2 * episodes and found["infra_errors_total"] == 0, metrics)
    # the server keeps 32 sets of headers; a worker the sockets of two boxes, and their directories
    check("descriptors", late[0] <= 40 and late[1] == 2 and late[2] <= 64, (early, late))
    server.terminate()
    check("the server's end", server.wait(60) == 0, server.returncode)
    time.sleep(0.5)
    check("processes", processes() <= before, (before, processes()))
    print(f"{2 * episodes} episodes, {found['episode_steps_total']} steps, {at_once} at once, {took:.0f} s; "
          f"{found['episodes_idle_total']} were not closed; descriptors {early} {late}")


main()
sys.exit(check.bad)
