"""What the terse style keeps, by the rules as docs/diag2struct.md and docs/san2struct.md state them.

terse_keeps.py STYLE <JSON >JSON: an array of diagnostics or of reports as the tools write it; each
with what the style drops unset. The bytes are those of struct2json.
"""
import json
import sys

source = sys.argv[1] == "terse-source"
DIAGNOSTIC = {"caret": "", "end_line": 0, "end_col": 0, "col_unit": "", "ranges": [], "symbol": "",
              "raw_symbol": "", "error_class": "none", "confidence": 0.0, "tool": "",
              "id": "", "args": []}
NOTE = {"kind": "note", "parent": -1, "caret": "", "col_unit": ""}
REPORT = {"tool": "", "error_class": "none", "confidence": 0.0, "cwe": "", "hash": ""}


class Once:
    """A text that is left out where it is the one said last."""

    def __init__(self):
        self.last = None

    def keep(self, item, name):
        said, text = self.last, item[name]
        if text:
            self.last = text
        if text == said:
            item[name] = ""


def diagnostic(d):
    files, lines = Once(), Once()
    d.update(DIAGNOSTIC)
    for item in [d] + d["notes"]:
        files.keep(item, "file")
        if not source:
            item["source_line"] = ""
        lines.keep(item, "source_line")
    for n in d["notes"]:
        n.update(NOTE)
    if not source:
        d["fixits"] = []
    for f in d["fixits"]:
        files.keep(f, "file")
        f["note"] = -1
        if f["end_line"] == f["line"]:
            f["end_line"] = 0
        if f["line"] == d["line"]:
            f["line"] = 0
        if f["end_col"] == f["col"]:
            f["end_col"] = 0


def report(r):
    files = Once()
    r.update(REPORT)
    if r["message"] == r["kind"]:
        r["message"] = ""
    files.keep(r, "file")
    for s in r["stacks"]:
        for f in s["frames"]:
            files.keep(f, "file")
            f["depth"] = 0


class Ratio(float):
    """Four decimals, as the tools write them."""

    def __repr__(self):
        return f"{float(self):.4f}"


def text(s):
    return json.dumps(s, ensure_ascii=False)


def write(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{text(k)}:{write(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return repr(Ratio(value)) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


items = json.load(sys.stdin)
for item in items:
    report(item) if "stacks" in item else diagnostic(item)
sys.stdout.write("[\n" + ",\n".join(map(write, items)) + "\n]\n" if items else "[]\n")
