"""Rewards for trainers from `rlvr-label --serve`: verl's compute_score, TRL's reward function, and episodes with tools for both.

One file, Python 3.8 and its standard library. Copy it, or name it where the trainer takes a path:

    verl:  custom_reward_function.path=faultline_rewards.py custom_reward_function.name=compute_score
    TRL:   GRPOTrainer(reward_funcs=[faultline_rewards.faultline_reward_or_stop], …)

Episodes, in which a model edits, compiles, runs and debugs: Environment, by itself or behind

    verl:  tools of class faultline_rewards.FaultlineTool, custom_reward_function.name=compute_env_score
    TRL:   GRPOTrainer(environment_factory=faultline_rewards.FaultlineEnvironment, reward_funcs=[faultline_rewards.faultline_env_reward], …)

A server that is busy, restarting, closing down or gone is asked again, with growing pauses, until a
deadline. What no server could judge by then is never a reward: verl's function raises Unavailable,
and of TRL's two one raises it, too, and the other gives None for that completion (TRL adds up the
functions' rewards, and None counts as 0 in that sum). A request that the server refuses as wrong
raises Refused.

Environment: FAULTLINE_URL (http://127.0.0.1:8080), FAULTLINE_TOKEN, FAULTLINE_DEADLINE (seconds for
one completion with all its attempts, 600), FAULTLINE_CONNECTIONS (requests at once, 32).
"""

import asyncio
import http.client
import json
import os
import random
import ssl
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

LABEL_VERSION = 1
ATTEMPTS = 20  # to bring a server to where an episode was
AGAIN = {429, 500, 502, 503, 504}  # statuses that say nothing of the candidate
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
# Members of a candidate that a task may have (docs/rlvr-label.md).
MEMBERS = ("tests", "record", "harness", "checker", "function", "language", "std", "flags", "compare", "tolerance", "limits",
           "sanitizers", "group")


class Unavailable(RuntimeError):
    """No server could judge the candidate in time. This is no verdict on it."""


class Refused(ValueError):
    """The server says that the request is wrong: a task that is misspelt, a token that is missing."""


class _Again(Exception):
    """Nothing was learnt; after is what the server asks to wait, in seconds, or None."""

    def __init__(self, why, after=None):
        super().__init__(why)
        self.after = after


def _number(name, default, kind=float):
    """A number of the environment."""
    text = os.environ.get(name)
    try:
        return default if text is None else kind(text)
    except ValueError:
        raise ValueError(f"{name} has to be a number, and is {text!r}") from None


class Client:
    """Asks one server. Thread-safe: each request has a connection of its own."""

    def __init__(self, url=None, token=None, deadline=None, timeout=300.0):
        self.url = (url or os.environ.get("FAULTLINE_URL", "http://127.0.0.1:8080")).rstrip("/")
        self.token = token or os.environ.get("FAULTLINE_TOKEN")
        if urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).hostname:
            raise ValueError(f"FAULTLINE_URL has to be like http://127.0.0.1:8080, and is {self.url!r}")
        self.deadline = float(deadline or _number("FAULTLINE_DEADLINE", 600))
        self.timeout = timeout

    def label(self, candidate):
        """The label of a candidate: a dict that has a `reward`. Raises Unavailable or Refused."""
        return self.ask("/label", candidate, _read)

    def ask(self, path, request, read):
        """What `read` makes of the answer (status, Retry-After, text): it raises _Again where nothing was learnt."""
        body = json.dumps(request).encode()
        end = time.monotonic() + self.deadline
        pause = FIRST_PAUSE
        while True:
            try:
                return read(*self._ask(path, body, max(1.0, min(self.timeout, end - time.monotonic()))))
            except _Again as again:
                wait = max(pause, again.after or 0) * random.uniform(0.8, 1.2)
                if time.monotonic() + wait >= end:
                    raise Unavailable(f"{self.url}: {again}") from None
                time.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)

    def labels(self, candidates, connections=None):
        """Labels of many, in order. Where there is none, the exception stands in its place."""
        def one(candidate):
            try:
                return self.label(candidate)
            except (Unavailable, Refused) as e:
                return e
        count = int(connections or _number("FAULTLINE_CONNECTIONS", 32, int))
        with ThreadPoolExecutor(max(1, min(count, len(candidates)))) as pool:
            return list(pool.map(one, candidates))

    def _ask(self, path, body, timeout):
        at = urlsplit(self.url)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if at.scheme == "https":
            connection = http.client.HTTPSConnection(at.hostname, at.port, timeout=timeout,
                                                     context=ssl.create_default_context())
        else:
            connection = http.client.HTTPConnection(at.hostname, at.port, timeout=timeout)
        try:
            connection.request("POST", at.path + path, body, headers)
            response = connection.getresponse()
            return response.status, response.getheader("Retry-After"), response.read()
        except (OSError, http.client.HTTPException) as e:
            raise _Again(f"{type(e).__name__}: {e}") from None
        finally:
            connection.close()


def _object(status, after, text):
    """The JSON object of an answer with status 200."""
    if status in AGAIN:
        raise _Again(f"HTTP {status}", float(after) if after and after.isdigit() else None)
    try:
        got = json.loads(text)
    except ValueError:
        got = None
    if status != 200:
        why = got.get("infra_error") or got.get("error") if isinstance(got, dict) else None
        raise Refused(f"HTTP {status}: {why or text[:200]!r}")
    if not isinstance(got, dict):
        raise _Again("the answer is no object")
    return got


def _read(status, after, text):
    label = _object(status, after, text)
    if label.get("label_version") != LABEL_VERSION:
        raise _Again("the answer is no label")
    reward = label.get("reward")
    if label.get("infra_error") or isinstance(reward, bool) or not isinstance(reward, (int, float)):
        raise _Again(label.get("infra_error") or "the label has no reward")
    return label


# ---- tasks ----


def _plain(value):
    """Without arrays of numpy's, and without the None that tables put where a row has no value."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def _text(value):
    """What a model printed, as text that UTF-8 can hold."""
    return value.encode("utf-8", "replace").decode()


def _tests(inputs, outputs):
    if len(inputs) != len(outputs):
        raise Refused(f"{len(inputs)} inputs and {len(outputs)} outputs")
    return [{"stdin": str(i), "stdout": str(o)} for i, o in zip(inputs, outputs)]


def candidate(completion, task, **more):
    """A candidate of a completion and its task, which is one of these, or JSON text of one:

    {"tests": [{"stdin": …, "stdout": …}, …], …}   members as docs/rlvr-label.md has them
    [{"stdin": …, "stdout": …}, …]                 tests alone ("input" and "output" do as well)
    {"inputs": […], "outputs": […]}                as verl's code data sets have them
    a record of `datasets`                         the completion is applied to its faulty files
    """
    if isinstance(task, (str, bytes)):
        try:
            task = json.loads(task)
        except ValueError:
            raise Refused("the task is no JSON") from None
    task = _plain(task)
    if isinstance(task, list):
        task = {"tests": task}
    if not isinstance(task, dict):
        raise Refused(f"a task is an object or a list, and not {type(task).__name__}")
    if task.get("fn_name"):
        raise Refused("tasks that call a function by its name are not supported")
    if "inputs" in task and "outputs" in task:
        found = {"tests": _tests(task["inputs"], task["outputs"])}
    elif "buggy" in task and "schema_version" in task:
        found = {"record": task}
    else:
        found = {k: v for k, v in task.items() if k in MEMBERS}
    found.update({k: v for k, v in _plain(more).items() if k in MEMBERS and v is not None})
    if not found.keys() & {"tests", "record", "harness"}:
        raise Refused("the task has no tests, no harness and no record")
    return {"completion": _text(completion), **found}


# ---- episodes ----


def task(value, **more):
    """A task of an episode, from what `candidate` takes: the same without a completion, and with what it begins with."""
    found = candidate("", value, **more)
    del found["completion"]
    value = json.loads(value) if isinstance(value, (str, bytes)) else _plain(value)
    begins = {**(value if isinstance(value, dict) and "record" not in found else {}), **_plain(more)}
    found.update({k: begins[k] for k in ("code", "files") if begins.get(k) is not None})
    return found


class Environment:
    """An episode of POST /env/reset, /env/step and /env/close.

    Each answer is a dict with ok, observation, removed, new, steps_left, done, and at the end label and reward (docs/rlvr-label.md).
    Steps say their number, so one that is sent again is done once. A server that has forgotten the episode (it was restarted, or nobody
    asked for too long) is told all steps again, which lead to the same place; where they do not, Unavailable is raised. So it is where
    the server cannot be reached by the deadline: that is no reward.
    """

    def __init__(self, task=None, steps=None, client=None):
        self.client = client or Client()
        self.task, self.steps = task, steps
        self.episode, self.actions, self.answers = None, [], []

    def reset(self, task=None, steps=None):
        """Begin an episode, of the same task where none is given. Another one that is under way is closed."""
        self.close()
        self.task = task if task is not None else self.task
        self.steps = steps or self.steps
        self.actions, self.answers = [], []
        return self._begin()

    def step(self, **action):
        """One of edit=TEXT, compile=True, run={…}, debug=TEXT, show=PATH, submit=True."""
        if self.done:
            raise ValueError("the episode is over")
        if not self.episode:
            self._begin()
        answer = self._ask_again(action)
        self.actions.append(action)
        self.answers.append(answer)
        return answer

    @property
    def done(self):
        return bool(self.answers) and self.answers[-1]["done"]

    @property
    def reward(self):
        """None until it is done."""
        return self.answers[-1]["reward"] if self.done else None

    def finish(self):
        """The reward: what is there is submitted, where that was not done yet."""
        if not self.done:
            self.step(submit=True)
        return float(self.reward)

    def close(self):
        """End it. A server that is not there has nothing to end."""
        episode, self.episode = self.episode, None
        if episode:
            try:
                self.client._ask("/env/close", json.dumps({"episode": episode}).encode(), 10.0)
            except _Again:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def state(self):
        """All of it as an object for JSON, from which `Environment.of` goes on, in another process, too."""
        return {"task": self.task, "steps": self.steps, "episode": self.episode, "actions": self.actions, "answers": self.answers}

    @classmethod
    def of(cls, state, client=None):
        env = cls(state["task"], state["steps"], client)
        env.episode, env.actions, env.answers = state["episode"], list(state["actions"]), list(state["answers"])
        return env

    def _begin(self):
        request = {"task": self.task}
        if self.steps:
            request["steps"] = self.steps
        answer = self.client.ask("/env/reset", request, _episode)
        self.episode = answer.pop("episode")
        return answer

    def _ask_again(self, action):
        for _ in range(ATTEMPTS):
            answer = self._ask(len(self.actions) + 1, action)
            if answer is not None:
                return answer
            self._again()
        raise Unavailable(f"{self.client.url}: the episode was forgotten {ATTEMPTS} times")

    def _again(self):
        """All steps so far, on a new episode."""
        self._begin()
        for i, action in enumerate(self.actions):
            answer = self._ask(i + 1, action)
            if answer is None:
                return
            if answer != self.answers[i]:
                raise Unavailable(f"{self.client.url}: step {i + 1} of the same episode was answered in another way")

    def _ask(self, number, action):
        """None where there is no such episode any more."""
        return self.client.ask("/env/step", {"episode": self.episode, "step": number, **action}, _step)


def _episode(status, after, text):
    answer = _object(status, after, text)
    if not isinstance(answer.get("episode"), str):
        raise _Again("the answer is no episode")
    return answer


def _step(status, after, text):
    if status == 404:
        return None
    answer = _object(status, after, text)
    reward = answer.get("reward")
    if not isinstance(answer.get("done"), bool) or not isinstance(answer.get("observation"), str):
        raise _Again("the answer is no step's")
    if answer["done"] and (isinstance(reward, bool) or not isinstance(reward, (int, float))):
        raise _Again("there is no reward")
    return answer


def _input(stdin, args, test):
    found = {"stdin": stdin, "args": args.split() if isinstance(args, str) else args, "test": test}
    return {k: _text(v) if isinstance(v, str) else v for k, v in found.items() if v}


# What a model's tools are called with, and the step that each is.
TOOLS = {
    "edit": lambda patch: {"edit": _text(patch)},
    "compile": lambda: {"compile": True},
    "run": lambda stdin="", args="", test="": {"run": _input(stdin, args, test)},
    "debug": lambda calls, stdin="": {"debug": {"calls": _text(calls), **_input(stdin, None, None)}},
    "show": lambda path: {"show": _text(path)},
    "submit": lambda: {"submit": True},
}


def _seen(answer):
    """What a model is told of an answer."""
    if answer["observation"] or not answer["ok"]:
        return answer["observation"] or "not done"
    return "ok"


# ---- verl ----


def compute_score(data_source, solution_str, ground_truth, extra_info=None, **kwargs):
    """verl's custom_reward_function. extra_info["faultline"] may have further members of a candidate."""
    more = (extra_info or {}).get("faultline") or {}
    return float(Client().label(candidate(solution_str, ground_truth, **more))["reward"])


def compute_score_batch(data_sources, solution_strs, ground_truths, extra_infos=None, **kwargs):
    """The same for verl's batch reward manager (reward_model.reward_manager=batch)."""
    extras = extra_infos if extra_infos is not None else [None] * len(solution_strs)
    labels = Client().labels([
        candidate(s, t, **((e or {}).get("faultline") or {}))
        for s, t, e in zip(solution_strs, ground_truths, extras)])
    for label in labels:
        if isinstance(label, Exception):
            raise label
    return [float(label["reward"]) for label in labels]


async def compute_env_score(data_source, solution_str, ground_truth, extra_info=None, **kwargs):
    """verl's custom_reward_function of episodes by FaultlineTool; what was not submitted is. Where no tool was called, the task is
    judged as it begins."""
    state = (extra_info or {}).get(EXTRA)
    if state is None:
        more = (extra_info or {}).get("faultline") or {}
        state = Environment(task(ground_truth, **more)).state()
    if state.get("failed"):
        raise Unavailable(state["failed"])
    env = Environment.of(state)
    try:
        return await asyncio.get_running_loop().run_in_executor(None, env.finish)
    finally:
        env.close()


EXTRA = "faultline_episode"


class _Tool:
    """A tool of verl's agent loop, which creates and releases it for each call: its name in the tools' file is what it does (edit, compile,
    run, debug, show, submit), and the episode is kept in agent_data.extra_fields, so that all tools of a rollout share it. The task is
    tools_kwargs[NAME]["create_kwargs"]["task"] (an object or JSON text), steps may stand beside it."""

    _locks = weakref.WeakKeyDictionary()
    _tasks = {}

    async def create(self, instance_id=None, **kwargs):
        instance_id = instance_id or os.urandom(16).hex()
        self._tasks[instance_id] = kwargs.get("create_kwargs") or {}
        return instance_id, self._response()

    async def execute(self, instance_id, parameters, agent_data=None, **kwargs):
        lock = self._locks.setdefault(agent_data, asyncio.Lock())
        async with lock:
            text, reward = await self._step(self._tasks[instance_id], parameters, agent_data.extra_fields)
        return self._response(text=text), reward, {}

    async def _step(self, given, parameters, extra):
        state = extra.get(EXTRA)
        env = Environment.of(state) if state else Environment(task(given.get("task")), given.get("steps"))
        try:
            action = TOOLS[self.name](**parameters)
        except TypeError as e:  # the model's arguments
            return f"{self.name}: {e}", None
        if env.done:
            return "the episode is over", None
        try:
            answer = await asyncio.get_running_loop().run_in_executor(None, lambda: env.step(**action))
        except (Unavailable, Refused) as e:
            # What is raised here verl tells the model; the score must not be one.
            extra[EXTRA] = {**env.state(), "failed": str(e)}
            raise
        extra[EXTRA] = env.state()
        return _seen(answer), env.reward

    async def calc_reward(self, instance_id, **kwargs):
        return 0.0

    async def release(self, instance_id, **kwargs):
        self._tasks.pop(instance_id, None)


def __getattr__(name):
    """FaultlineTool is made when it is asked for: the rest of this file does without verl."""
    if name != "FaultlineTool":
        raise AttributeError(name)
    from verl.tools.base_tool import BaseTool
    from verl.tools.schemas import ToolResponse
    globals()[name] = type(name, (_Tool, BaseTool), {"__doc__": _Tool.__doc__, "_response": ToolResponse})
    return globals()[name]


# ---- TRL ----


def _last(completion):
    """A completion is text, or messages of a chat, of which the last is the answer."""
    return completion if isinstance(completion, str) else completion[-1]["content"]


def faultline_reward(completions, prompts=None, **columns):
    """TRL's reward function; None where there is no reward. The task is in columns of the data set: `tests`, `record`, `harness`, or
    `ground_truth`, and whatever else of a candidate has a column (language, limits, compare, …)."""
    candidates = []
    for i, completion in enumerate(completions):
        row = {k: columns[k][i] for k in MEMBERS if isinstance(columns.get(k), (list, tuple))}
        row = {k: v for k, v in row.items() if v is not None}
        if isinstance(row.get("tests"), str):
            row["tests"] = json.loads(row["tests"])
        if isinstance(row.get("record"), str):
            row["record"] = json.loads(row["record"])
        task = columns["ground_truth"][i] if "ground_truth" in columns else row
        candidates.append(candidate(_last(completion), task, **row))
    labels = Client().labels(candidates)
    for label in labels:
        if isinstance(label, Refused):
            raise label
    return [None if isinstance(label, Unavailable) else float(label["reward"]) for label in labels]


def faultline_reward_or_stop(completions, prompts=None, **columns):
    """The same, but it raises Unavailable rather than give None, which TRL would count as 0 in a sum."""
    got = faultline_reward(completions, prompts, **columns)
    if None in got:
        raise Unavailable(f"{got.count(None)} of {len(got)} completions could not be judged")
    return got


class FaultlineEnvironment:
    """TRL's environment_factory: its public methods are the model's tools. The task stands in columns, as for faultline_reward, with
    `files` or `code` to begin with."""

    def __init__(self):
        self._env, self._failed = None, None

    def reset(self, **columns):
        row = {k: v for k, v in columns.items() if k in MEMBERS + ("code", "files") and v is not None}
        row = {k: json.loads(v) if k in ("tests", "record", "files") and isinstance(v, str) else v for k, v in row.items()}
        if self._env:
            self._env.close()
        self._env, self._failed = Environment(task(columns.get("ground_truth") or row, **row), columns.get("steps")), None
        return None

    def edit(self, patch: str) -> str:
        """Change the program.

        Args:
            patch: A unified diff, search-and-replace blocks, or the whole file.
        """
        return self._step("edit", patch=patch)

    def compile(self) -> str:
        """Compile the program and tell what the compiler says."""
        return self._step("compile")

    def run(self, stdin: str = "", args: str = "", test: str = "") -> str:
        """Compile and run the program, and tell what it prints or which fault it has.

        Args:
            stdin: Its standard input.
            args: Its arguments, separated by blanks.
            test: The name of a test that is shown, in place of an input.
        """
        return self._step("run", stdin=stdin, args=args, test=test)

    def debug(self, calls: str, stdin: str = "") -> str:
        """Ask a debugger.

        Args:
            calls: C++ calls: breakpoint("f.cpp", 42); continue_exec(); step(); next(); finish(); inspect(); eval("x"); backtrace_get();
            stdin: The program's standard input; that of the last run where none is given.
        """
        return self._step("debug", calls=calls, stdin=stdin)

    def show(self, path: str) -> str:
        """Show a file as it is now.

        Args:
            path: Its name.
        """
        return self._step("show", path=path)

    def submit(self) -> str:
        """Say that the program is right. This ends the task."""
        return self._step("submit")

    def _step(self, name, **arguments):
        if self._env.done:
            raise ValueError("the episode is over")
        try:
            return _seen(self._env.step(**TOOLS[name](**arguments)))
        except (Unavailable, Refused) as e:
            self._failed = e  # TRL tells the model what is raised here, and goes on
            raise

    def _finish(self):
        try:
            if self._failed:
                raise self._failed
            return self._env.finish()
        finally:
            self._env.close()


def faultline_env_reward(environments, **kwargs):
    """TRL's reward function of FaultlineEnvironment: what was not submitted is. Raises Unavailable where there is no reward."""
    with ThreadPoolExecutor(max(1, min(_number("FAULTLINE_CONNECTIONS", 32, int), len(environments)))) as pool:
        return list(pool.map(lambda env: env._finish(), environments))
