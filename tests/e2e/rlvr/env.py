"""Episodes over HTTP: each step's answer, what is refused, what a program in a box may not see, and
that the same steps give the same bytes. Usage: env.py URL (of a server with --episodes=12)"""
import http.client
import json
import sys
import threading
from urllib.parse import urlsplit

sys.dont_write_bytecode = True
from checks import Checks  # noqa: E402

at = urlsplit(sys.argv[1])
check = Checks("env")


def ask(path, body):
    c = http.client.HTTPConnection(at.hostname, at.port, timeout=120)
    c.request("POST", path, body if isinstance(body, (bytes, str)) else json.dumps(body))
    r = c.getresponse()
    text = r.read()
    c.close()
    return r.status, text


SUM = r"""#include <stdio.h>
#include <stdlib.h>
int get(int *p, int n)
{
	int v = p[n];
	return v
}
int main(void)
{
	int n = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	int *p = calloc(4, sizeof(int));
	printf("%d\n", get(p, n) + n);
	free(p);
	return 0;
}
"""
SECRET = "4729113377"
TASK = {"id": "sum", "language": "c", "files": {"main.c": SUM},
        "tests": [{"stdin": "1", "stdout": "1", "shown": True}, {"stdin": "4", "stdout": "4"}]}


class Episode:
    def __init__(self, task, **more):
        status, text = ask("/env/reset", {"task": task, **more})
        self.status, self.first = status, text
        got = json.loads(text)
        self.id, self.answers = got.get("episode"), []

    def step(self, **action):
        status, text = ask("/env/step", {"episode": self.id, **action})
        self.answers.append((status, text))
        return json.loads(text)

    def close(self):
        return json.loads(ask("/env/close", {"episode": self.id})[1]).get("closed")


def replace(old, new):
    return f"<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"


def walk():
    """A fault of the compiler's, one of the program's, a wrong edit, and the end."""
    e = Episode(TASK, steps=20)
    check("reset", e.status == 200 and json.loads(e.first)["steps_left"] == 20, e.first)
    r = e.step(compile=True)
    check("it does not compile", not r["ok"] and r["new"] == ["main.c: expected ';' after return statement"], r)
    check("a literal", 'error("main.c",6,' in r["observation"] and "<COMPILE_START>" in r["observation"], r)
    r = e.step(run={"stdin": "1"})
    check("no run without a program", not r["ok"] and not r["new"] and "error(" in r["observation"], r)
    r = e.step(edit=replace("\treturn v", "\treturn v;"))
    check("edit", r["ok"] and r["steps_left"] == 17, r)
    r = e.step(compile=True)
    check("it compiles", r["ok"] and len(r["removed"]) == 1 and r["observation"] == "", r)
    r = e.step(run={"test": "1"})
    check("a test that is shown", r["ok"] and 'program_output = "1\\n"' in r["observation"], r)
    r = e.step(run={"test": "2"})
    check("one that is not", not r["ok"] and "tool_error(" in r["observation"], r)
    r = e.step(run={"stdin": "4"})
    check("a report", not r["ok"] and r["new"] == ["main.c: get: heap-buffer-overflow"], r)
    check("its literal", 'report("heap-buffer-overflow"' in r["observation"], r)
    r = e.step(edit=replace("nothing", "something"))
    check("an edit that does not fit", not r["ok"] and "stands nowhere" in r["observation"], r)
    r = e.step(edit="I would make the array longer.")
    check("words are no edit", not r["ok"] and "holds no code" in r["observation"], r)
    r = e.step(edit="--- a/main.c\n+++ b/main.c\n@@ -13 +13 @@\n-\tint *p = calloc(4, sizeof(int));\n"
                    "+\tint *p = calloc(8, sizeof(int));\n")
    check("a diff", r["ok"], r)
    r = e.step(run={"stdin": "4"})
    check("it is gone", r["ok"] and r["removed"] == ["main.c: get: heap-buffer-overflow"] and not r["new"], r)
    r = e.step(show="main.c")
    check("show", r["ok"] and "calloc(8" in r["observation"], r)
    r = e.step(submit=True)
    check("the end", r["done"] and r["ok"] and r["reward"] == 1 and r["label"]["stage"] == "passed", r)
    check("the label's", r["label"]["reward"] == 1 and r["label"]["id"] == "sum", r)
    return e


LIST = r"""#include <stdio.h>
struct node { int value; struct node *next; };
int sum(struct node *at)
{
	int total = 0;
	while (at->value > 0) {
		total += at->value;
		at = at->next;
	}
	return total;
}
int main(void)
{
	int n = 0;
	struct node last = {2, 0}, first = {1, &last};
	printf("go\n");
	if (scanf("%d", &n) == 1)
		last.value = n;
	return sum(&first);
}
"""


def debugged():
    """A debugger as seed 004 writes its calls; a session goes through the episode until an edit."""
    e = Episode({"language": "c", "code": LIST, "tests": [{"stdin": "0", "exit_status": 1}]})
    r = e.step(run={"stdin": "0"})
    check("a run to the end", "stop_info" not in r["observation"] or r["ok"], r)
    r = e.step(debug='int bp = breakpoint("main.c", 7, "at->value == 2");\nstop_info s = continue_exec();\ninspect();')
    check("no such stop with 0", 'stop_info("exit",0,"","",0,"",1)' in r["observation"], r)
    r = e.step(debug={"stdin": "2", "calls": 'int bp = breakpoint("main.c", 7, "at->value == 2");\nstop_info s = continue_exec();'})
    seen = r["observation"]
    check("a breakpoint", "int bp = 1;" in seen and 'stop_info("breakpoint",0,"","main.c",7,"sum")' in seen, r)
    check("what it printed", 'program_output = "go\\n"' in seen, r)
    r = e.step(debug="inspect();\nbacktrace_get();")
    seen = r["observation"]
    check("variables", r["ok"] and '{"at","struct node *","<ptr>"},{"total","int","1"}' in seen, r)
    check("frames", 'backtrace({{"sum",7,"main.c"},{"main",19}})' in seen, r)
    r = e.step(debug='<QUERY_TOOL> eval("*at") <CODE_END>')
    check("a value without addresses", '<TOOL_RESULT> "{value = 2, next = 0x0}" <CODE_END>' in r["observation"], r)
    r = e.step(debug="next(); int w = watchpoint(\"at\"); continue_exec(); finish();")
    seen = r["observation"]
    check("a watchpoint", 'stop_info("step",0,"","main.c",8,"sum")' in seen and 'stop_info("watchpoint"' in seen, r)
    check("the end of a fault", 'stop_info("signal",11,"SIGSEGV","main.c",6,"sum")' in seen, r)
    r = e.step(debug='eval("at->value"); step(x); read_memory(0, 8); eval("total");')
    seen = r["observation"]
    check("what cannot be done stops nothing", not r["ok"] and seen.count("tool_error(") == 3 and '"3"' in seen, r)
    check("no address", "Cannot access memory at address 0x0" in seen, r)
    r = e.step(debug="I would look at the list.")
    check("no call", not r["ok"] and "has no call" in r["observation"], r)
    r = e.step(edit=replace("\twhile (at->value > 0) {", "\twhile (at && at->value > 0) {"))
    r = e.step(debug='continue_exec();')
    check("a new session", 'stop_info("exit",0,"","",0,"",3)' in r["observation"], r)
    r = e.step(debug='__AGENT_QUERY__("trace", "sum")')
    check("a query", r["ok"] and 'stop_info("breakpoint",0,"","main.c",5,"sum")' in r["observation"], r)
    check("nothing that was not set", '{{"at","struct node *","<ptr>"}}' in r["observation"], r)
    r = e.step(submit=True)
    check("debugged", r["done"] and r["reward"] == 1, r)
    return e


def outcomes():
    # the last step judges what is there
    e = Episode(TASK, steps=1)
    r = e.step(edit=replace("\treturn v", "\treturn v;"))
    check("the last step", r["done"] and r["label"]["passed"] == 1 and 0 < r["reward"] < 1, r)
    check("over", e.step(compile=True).get("error") == "the episode is over", e.answers[-1])
    # from nothing, wrong on a shown test, whose difference is told
    e = Episode({"tests": [{"stdin": "2", "stdout": "4\n", "shown": True, "name": "two"}]})
    r = e.step(compile=True)
    check("no main", not r["ok"] and r["new"], r)
    r = e.step(edit="```cpp\n#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n + 1; }\n```\n")
    check("a whole file in a fence", r["ok"], r)
    r = e.step(run={"test": "two"})
    check("wrong", not r["ok"] and r["new"] == ["test two: wrong-output"] and 'symptom("wrong-output"' in r["observation"], r)
    check("what was removed", len(r["removed"]) > 0, r)
    check("not passed", e.step(submit=True)["label"]["stage"] == "test", e.answers[-1])


def refusals():
    for body, wanted in [("", 400), ("[]", 400), ({"task": 1}, 400), ({"task": {"test": []}}, 400),
                         ({"task": TASK, "stepps": 3}, 400), ({"task": TASK, "steps": 0}, 400),
                         ({"task": {"record": {}}}, 400), ({"task": {"files": {"../a.c": ""}}}, 400)]:
        status, text = ask("/env/reset", body)
        check(f"reset {body!r:.60}", status == wanted and b"error" in text, text)
    e = Episode(TASK)
    for action, part in [({}, b"is one of"), ({"jump": 1}, b"no member"), ({"compile": True, "submit": True}, b"as well"),
                         ({"edit": 1}, b"has to be text"), ({"run": 3}, b"has to be an object"),
                         ({"run": {"stdn": ""}}, b"no member"), ({"run": {"args": ["a\0"]}}, b"list of texts"),
                         ({"run": {"test": "1", "stdin": "x"}}, b"its own input")]:
        status, text = ask("/env/step", {"episode": e.id, **action})
        check(f"step {action!r}", status == 400 and part in text, text)
    check("nothing was done", e.step(compile=True)["step"] == 1, e.answers)
    check("an id that is none", ask("/env/step", {"episode": "0" * 32, "compile": True})[0] == 404)
    check("one that is too short", ask("/env/step", {"episode": "0", "compile": True})[0] == 404)
    check("none", ask("/env/step", {"compile": True})[0] == 400)
    # a step that says its number is done once
    body = {"episode": e.id, "step": 2, "edit": replace("\treturn v", "\treturn v;")}
    first, second = ask("/env/step", body), ask("/env/step", body)
    check("once", first == second and json.loads(first[1])["step"] == 2 and json.loads(first[1])["ok"], (first, second))
    check("another one of that number", ask("/env/step", {**body, "edit": "x"})[0] == 409)
    check("one that is too far", ask("/env/step", {**body, "step": 9})[0] == 409)
    check("close", e.close() is True and e.close() is False)
    check("closed", ask("/env/step", body)[0] == 404)


# What it looks for stands nowhere in its own text.
SPY = r"""#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>
extern char **environ;
static void look(const std::string &where, const std::string &text)
{
	if (text.find(std::string("47291") + "13377") != std::string::npos)
		std::cout << "FOUND in " << where << '\n';
}
int main(int argc, char **argv)
{
	for (char **e = environ; *e; e++)
		look("environment", *e);
	int files = 0;
	for (const char *root : {"/box", "/tmp", "/dev/shm", "/proc/self/fd", "/proc/1/environ", "/proc/1/cmdline", "/proc/1/fd"}) {
		std::error_code none;
		std::vector<std::filesystem::path> paths{root};
		for (const auto &at : std::filesystem::recursive_directory_iterator(root, none))
			paths.push_back(at.path());
		for (const auto &path : paths) {
			if (!std::filesystem::is_regular_file(path, none) && path.string().rfind("/proc/", 0) != 0)
				continue;
			if (path.string().find("/fd/0") != std::string::npos || path.string().find("/fd/1") != std::string::npos ||
			    path.string().find("/fd/2") != std::string::npos)
				continue;
			try {
				std::ifstream f(path);
				look(path.string(), std::string(std::istreambuf_iterator<char>(f), {}));
				files++;
			} catch (const std::exception &) { // a directory
			}
		}
	}
	std::string input(std::istreambuf_iterator<char>(std::cin), {});
	look("input", input);
	std::cout << (files >= 3 ? "looked\n" : "blind\n");
	return argc > 1 && argv[1];
}
"""
HOSTILE = {
    "forks": "#include <unistd.h>\nint main(void){for(;;)fork();}",
    "spins": "int main(void){volatile int i=0;for(;;)i++;}",
    "waits": "#include <unistd.h>\nint main(void){pause();return 0;}",
    "prints": "#include <stdio.h>\nint main(void){for(;;)puts(\"spam\");}",
    "fills": "#include <stdio.h>\nint main(void){FILE*f=fopen(\"x\",\"w\");if(!f)return 1;"
             "while(fputs(\"0123456789abcdef\",f)>=0);return 7;}",
    "kills": "#include <signal.h>\n#include <unistd.h>\nint main(void){kill(getppid(),9);kill(-1,9);return 1;}",
    "daemon": "#include <unistd.h>\nint main(void){if(fork()==0){setsid();if(fork()==0)for(;;)sleep(9);}return 0;}",
}


def hostile():
    task = {"code": SPY, "sanitizers": [], "limits": {"cpu_ms": 10000},
            "tests": [{"stdin": SECRET, "stdout": SECRET}, {"stdin": "", "args": [SECRET], "stdout": SECRET}]}
    e = Episode(task)
    r = e.step(run={"stdin": "mine"})
    check("a spy sees no test", 'program_output = "looked\\n"' in r["observation"], r)
    r = e.step(run={"stdin": SECRET})
    check("and is not blind", "FOUND in input" in r["observation"], r)
    r = e.step(debug={"stdin": "mine", "calls": "continue_exec();"})
    check("nor under a debugger", 'program_output = "looked\\n"' in r["observation"], r)
    e.close()
    limits = {"cpu_ms": 200, "wall_ms": 1500, "output_bytes": 100000, "memory_mb": 64}

    def one(name):
        e = Episode({"language": "c", "code": HOSTILE[name], "sanitizers": [], "limits": limits, "tests": [{"stdout": ""}]})
        first, second = e.step(run={}), e.step(debug="run();")
        check(f"{name} is contained", name == "daemon" or not first["ok"], first)
        check(f"{name} under a debugger", len(second["observation"]) > 0, second)
        e.close()
    threads = [threading.Thread(target=one, args=(name,)) for name in HOSTILE]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def full():
    many = [Episode(TASK) for _ in range(12)]
    check("twelve", all(e.status == 200 for e in many), [e.first for e in many])
    check("ids", len({e.id for e in many}) == 12)
    status, text = ask("/env/reset", {"task": TASK})
    check("no more", status == 429, (status, text))
    many[0].step(submit=True)
    check("one that is over makes room", Episode(TASK).status == 200)
    for e in many:
        e.close()


first = walk()
second = walk()
check("the same again", first.answers == second.answers,
      [(a, b) for a, b in zip(first.answers, second.answers) if a != b])
one, two = debugged(), debugged()
check("a session again", one.answers == two.answers, [(a, b) for a, b in zip(one.answers, two.answers) if a != b])
outcomes()
refusals()
hostile()
full()
sys.exit(check.bad)
