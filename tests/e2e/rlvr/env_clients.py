"""The shipped file's episodes, by themselves, as TRL uses an environment and as verl's agent loop uses
tools, through a network that fails and with servers that are killed. Usage: env_clients.py DIRECTORY LABELLER"""
import asyncio
import http.server
import inspect
import os
import re
import socket
import subprocess
import sys
import threading
import time
import types
import urllib.error
import urllib.request

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
labeller = sys.argv[2]
os.environ["FAULTLINE_DEADLINE"] = "60"


# What verl's files have that the tool knows: verl/tools/base_tool.py and schemas.py of its main branch in 2026.
class BaseTool:
    def __init__(self, config, tool_schema):
        self.config, self.tool_schema, self.name = config, tool_schema, tool_schema.function.name


class ToolResponse:
    def __init__(self, text=None):
        self.text = text


for name, members in {"verl": {}, "verl.tools": {}, "verl.tools.base_tool": {"BaseTool": BaseTool},
                      "verl.tools.schemas": {"ToolResponse": ToolResponse}}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)
import faultline_rewards as f  # noqa: E402
from checks import Checks  # noqa: E402

check = Checks("env_clients")
f.FIRST_PAUSE = f.LONGEST_PAUSE = 0.05


def raises(kind, call, *args, **more):
    try:
        return call(*args, **more)
    except kind as e:
        return e


def start(address="127.0.0.1:0"):
    p = subprocess.Popen([labeller, "--serve=" + address, "--cxx=clang-19", "-j2", "--queue=4"], stderr=subprocess.PIPE, text=True)
    return p, re.search(r"http://(\S+)", p.stderr.readline()).group(1)


server, address = start()
real = "http://" + address
os.environ["FAULTLINE_URL"] = real
BAD = "#include <stdio.h>\nint main(void)\n{\n\tint n = 0;\n\tif (scanf(\"%d\", &n) != 1)\n\t\treturn 1;\n\tprintf(\"%d\\n\", n + 1);\n\treturn 0;\n}\n"
PATCH = "@@ -7 +7 @@\n-\tprintf(\"%d\\n\", n + 1);\n+\tprintf(\"%d\\n\", n * n);\n"
TASK = {"language": "c", "files": {"main.c": BAD}, "tests": [{"stdin": "2", "stdout": "4", "shown": True}, {"stdin": "3", "stdout": "9"}]}
STEPS = [{"compile": True}, {"run": {"test": "1"}}, {"debug": "breakpoint(\"main.c\", 7); continue_exec(); inspect();"}, {"edit": PATCH},
         {"run": {"test": "1"}}, {"submit": True}]


def walk(env, between=lambda i: None):
    answers = [env.reset(TASK, 9)]
    for i, step in enumerate(STEPS):
        between(i)
        answers.append(env.step(**step))
    return answers


with f.Environment() as env:
    plain = walk(env)
    check("an episode", env.done and env.reward == 1.0 and plain[-1]["label"]["stage"] == "passed", plain)
    check("over", isinstance(raises(ValueError, env.step, compile=True), ValueError))
    check("what was seen", '{"n","int","2"}' in plain[3]["observation"] and plain[2]["new"] == ["test 1: wrong-output"], plain)
    check("refused", isinstance(raises(f.Refused, env.reset, {"tets": []}), f.Refused))
with f.Environment(TASK) as env:
    check("finished", env.finish() == 0.1 + 0.1, env.answers)
    check("a step that makes no sense", isinstance(raises(f.Refused, f.Environment(TASK).step, jump=1), f.Refused))


class Fails(http.server.BaseHTTPRequestHandler):
    """A network that loses requests, and answers: what was done is not done again."""
    ways = ["429", "503", "500", "lose", "cut", "html", "no episode"]
    left, always = [], None
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        way = Fails.always or (Fails.left.pop(0) if Fails.left else "")
        self.close_connection = True
        status, text = 200, {"html": b"<p>ok</p>", "no episode": b'{"done": true, "observation": ""}'}.get(way, b"")
        if way.isdigit():
            status, text = int(way), b'{"error": "x", "reward": 0}'
        elif not text:
            try:
                with urllib.request.urlopen(urllib.request.Request(real + self.path, body)) as r:
                    text = r.read()
            except urllib.error.HTTPError as e:
                status, text = e.code, e.read()
        if way == "lose":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            return
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(text) + (way == "cut")))
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            pass  # whoever asked has given up


proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Fails)
threading.Thread(target=proxy.serve_forever, daemon=True).start()
os.environ["FAULTLINE_URL"] = f"http://127.0.0.1:{proxy.server_port}"
with f.Environment() as env:
    got = walk(env, lambda i: Fails.left.extend(Fails.ways))
    check("every failure", got == plain and not Fails.left, (got, Fails.left))
os.environ["FAULTLINE_DEADLINE"] = "0.3"
for way in Fails.ways:
    Fails.always = None
    env = f.Environment(TASK)
    env.reset()
    Fails.always = way
    check(f"always {way}", isinstance(raises(f.Unavailable, env.finish), f.Unavailable), way)
Fails.always = None
os.environ["FAULTLINE_DEADLINE"] = "60"
os.environ["FAULTLINE_URL"] = real


def kill(i):
    global server
    if i % 2:
        server.kill()
        server.wait()
        server, _ = start(address)


with f.Environment() as env:
    check("servers that are killed", walk(env, kill) == plain)

# TRL: an instance a rollout, its public methods are tools with typed arguments and a docstring; then the rewards of all.
rollouts = [f.FaultlineEnvironment() for _ in range(4)]
tools = {n: m for n, m in inspect.getmembers(rollouts[0], inspect.ismethod) if not n.startswith("_") and n != "reset"}
check("tools", set(tools) == set(f.TOOLS), tools)
for name, tool in tools.items():
    described = set(re.findall(r"^ +(\w+): ", tool.__doc__, re.M))
    parameters = inspect.signature(tool).parameters
    check(f"{name} is described", described == set(parameters) and all(p.annotation is str for p in parameters.values()), described)
for env in rollouts:
    env.reset(prompt="p", tests=TASK["tests"], language="c", files=TASK["files"], harness=None)
check("TRL edits", rollouts[0].edit(PATCH) == "ok", rollouts[0]._env.answers)
check("TRL runs", 'program_output = "9\\n"' in rollouts[0].run(stdin="3"), rollouts[0]._env.answers)
check("TRL debugs", 'stop_info("exit"' in rollouts[0].debug("continue_exec();"), rollouts[0]._env.answers)
rollouts[1].submit()
check("TRL is told", isinstance(raises(ValueError, rollouts[1].compile), ValueError))
got = f.faultline_env_reward(environments=rollouts, prompts=["p"] * 4)
check("TRL's rewards", got == [1.0, 0.2, 0.2, 0.2], got)
for env in rollouts:
    env.reset(ground_truth={**TASK}, language="c")
os.environ["FAULTLINE_DEADLINE"] = "0.3"
rollouts[0]._env.client = f.Client("http://127.0.0.1:1")
check("TRL's tool fails", isinstance(raises(f.Unavailable, rollouts[0].compile), f.Unavailable))
rollouts[0]._env.client = f.Client()
check("and stays failed", isinstance(raises(f.Unavailable, f.faultline_env_reward, rollouts), f.Unavailable))
os.environ["FAULTLINE_DEADLINE"] = "60"


# verl: each call creates, executes and releases a tool; what it raises becomes text.
def schema(name):
    return types.SimpleNamespace(function=types.SimpleNamespace(name=name))


class AgentData:
    def __init__(self):
        self.extra_fields, self.tool_rewards = {}, []


async def call(agent, name, **arguments):
    tool = f.FaultlineTool({"type": "native"}, schema(name))
    instance, _ = await tool.create(create_kwargs={"task": TASK, "steps": 12})
    try:
        response, reward, _ = await tool.execute(instance, arguments, agent_data=agent)
    except Exception as e:  # noqa: BLE001: as verl has it
        return f"Error when executing tool: {e}"
    finally:
        await tool.release(instance)
    if reward is not None:
        agent.tool_rewards.append(reward)
    return response.text


async def verl():
    agent = AgentData()
    check("verl edits", await call(agent, "edit", patch=PATCH) == "ok", agent.extra_fields)
    both = await asyncio.gather(call(agent, "run", stdin="5"), call(agent, "debug", calls="continue_exec();", stdin="5"))
    check("verl, two at once", '"25\\n"' in both[0] and 'stop_info("exit"' in both[1], both)
    check("wrong arguments", "unexpected keyword" in await call(agent, "show", file="x"))
    extra = dict(agent.extra_fields)
    score = await f.compute_env_score("x", "", TASK, extra)
    check("verl, not submitted", score == 1.0, score)
    agent = AgentData()
    await call(agent, "submit")
    check("verl, submitted", agent.tool_rewards == [0.2] and await f.compute_env_score("x", "", TASK, agent.extra_fields) == 0.2, agent.tool_rewards)
    check("verl, over", await call(agent, "compile") == "the episode is over")
    check("verl, no tool called", await f.compute_env_score("x", "", TASK, {}) == 0.2)
    os.environ.update(FAULTLINE_URL="http://127.0.0.1:1", FAULTLINE_DEADLINE="0.3")
    agent = AgentData()
    text = await call(agent, "compile")
    os.environ.update(FAULTLINE_URL=real, FAULTLINE_DEADLINE="60")
    try:
        got = await f.compute_env_score("x", "", TASK, agent.extra_fields)
    except f.Unavailable as e:
        got = e
    check("verl's fault is no score", "Error" in text and isinstance(got, f.Unavailable), (text, got))
    check("nothing kept", not f.FaultlineTool._tasks, f.FaultlineTool._tasks)


asyncio.run(verl())
server.terminate()
check("the server's end", server.wait(30) == 0)
sys.exit(check.bad)
