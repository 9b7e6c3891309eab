"""Rewards for trainers from `rlvr-label --serve`: verl's compute_score and TRL's reward function.

One file, Python 3.8 and its standard library. Copy it, or name it where the trainer takes a path:

    verl:  custom_reward_function.path=faultline_rewards.py custom_reward_function.name=compute_score
    TRL:   GRPOTrainer(reward_funcs=[faultline_rewards.faultline_reward_or_stop], …)

A server that is busy, restarting, closing down or gone is asked again, with growing pauses, until a
deadline. What no server could judge by then is never a reward: verl's function raises Unavailable,
and of TRL's two one raises it, too, and the other gives None for that completion (TRL adds up the
functions' rewards, and None counts as 0 in that sum). A request that the server refuses as wrong
raises Refused.

Environment: FAULTLINE_URL (http://127.0.0.1:8080), FAULTLINE_TOKEN, FAULTLINE_DEADLINE (seconds for
one completion with all its attempts, 600), FAULTLINE_CONNECTIONS (requests at once, 32).
"""

import http.client
import json
import os
import random
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

LABEL_VERSION = 1
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


class Client:
    """Asks one server. Thread-safe: each request has a connection of its own."""

    def __init__(self, url=None, token=None, deadline=None, timeout=300.0):
        self.url = (url or os.environ.get("FAULTLINE_URL", "http://127.0.0.1:8080")).rstrip("/")
        self.token = token or os.environ.get("FAULTLINE_TOKEN")
        self.deadline = float(deadline or os.environ.get("FAULTLINE_DEADLINE", 600))
        self.timeout = timeout

    def label(self, candidate):
        """The label of a candidate: a dict that has a `reward`. Raises Unavailable or Refused."""
        body = json.dumps(candidate).encode()
        end = time.monotonic() + self.deadline
        pause = FIRST_PAUSE
        while True:
            try:
                return self._ask(body, max(1.0, min(self.timeout, end - time.monotonic())))
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
        count = int(connections or os.environ.get("FAULTLINE_CONNECTIONS", 32))
        with ThreadPoolExecutor(max(1, min(count, len(candidates)))) as pool:
            return list(pool.map(one, candidates))

    def _ask(self, body, timeout):
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
            connection.request("POST", at.path + "/label", body, headers)
            response = connection.getresponse()
            status, after, text = response.status, response.getheader("Retry-After"), response.read()
        except (OSError, http.client.HTTPException) as e:
            raise _Again(f"{type(e).__name__}: {e}") from None
        finally:
            connection.close()
        return _read(status, after, text)


def _read(status, after, text):
    if status in AGAIN:
        raise _Again(f"HTTP {status}", float(after) if after and after.isdigit() else None)
    try:
        label = json.loads(text)
    except ValueError:
        label = None
    if status != 200:
        why = label.get("infra_error") or label.get("error") if isinstance(label, dict) else None
        raise Refused(f"HTTP {status}: {why or text[:200]!r}")
    if not isinstance(label, dict) or label.get("label_version") != LABEL_VERSION:
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
