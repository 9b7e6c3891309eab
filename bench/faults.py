"""Run-time faults of records (directories of shards, .jsonl, .jsonl.zst), and their tokens."""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

# Which record of a fault shows the most of it.
ORDER = {"trace_fix": 0, "sanitizer_fix": 1, "crash_report": 2}

KEYWORDS = set("""alignas alignof auto bool break case catch char class const constexpr const_cast
continue decltype default delete do double dynamic_cast else enum explicit export extern false final
float for friend goto if inline int long mutable namespace new noexcept nullptr operator override
private protected public register reinterpret_cast return short signed sizeof static static_assert
static_cast struct switch template this throw true try typedef typeid typename union unsigned using
virtual void volatile while NULL size_t""".split())

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.'])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>->\*|<=>|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|\#\#|.)
""", re.VERBOSE | re.DOTALL)


def lines_of(path):
    if os.path.isdir(path):
        names = sorted(glob.glob(os.path.join(path, "*.jsonl*")))
    else:
        names = [path]
    for name in names:
        if name.endswith(".zst"):
            done = subprocess.run(["zstd", "-dc", name], stdout=subprocess.PIPE, check=True)
            yield from done.stdout.decode().rstrip("\n").split("\n")
        else:
            with open(name, encoding="utf-8") as f:
                yield from f


def run_time(path):
    """Each run-time fault once, by the record that shows the most of it, in the order of ids."""
    found = {}
    for line in lines_of(path):
        row = json.loads(line)
        if row["kind"] not in ORDER:
            continue
        if "fault" not in row:  # schema version 1
            key = json.dumps([row["group"], row["mutation"]["file"], row["buggy"]])
            row["fault"] = hashlib.sha256(key.encode()).hexdigest()[:32]
            row["program"] = row["group"]
        old = found.get(row["fault"])
        if old is None or ORDER[row["kind"]] < ORDER[old["kind"]]:
            found[row["fault"]] = row
    if not found:
        sys.exit(f"{path}: no run-time faults")
    return [found[k] for k in sorted(found)]


def tokens(text):
    """(kind, text) of each token, without blanks and comments."""
    return [(m.lastgroup, m.group()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def masked(token):
    kind, text = token
    return "I" if kind == "name" and text not in KEYWORDS else text
