#!/bin/bash
# labels: diag slow
# Source lines and carets that are filled in from the sources are those that the compiler prints, and
# columns come out the same whether the line is known from the print or from the file.
set -u
command -v python3 >/dev/null || { echo "python3 is missing"; [ "${CI:-}" = true ] && exit 1; exit 77; }
exec python3 - "$FL_BIN/diag2struct" "$FL_SRC/tests/fixtures/diag" <<'PYTHON'
import json
import os
import subprocess
import sys

tool, fixtures = sys.argv[1:]


def read(path, source, *options):
    run = subprocess.run([tool, "--to=jsonl", "--notes=full", *options, path], capture_output=True, check=True,
                         cwd=source)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def rows(diagnostics):
    """(place and message) -> (source line, caret) of diagnostics and notes."""
    out = {}
    for d in diagnostics:
        for x in [d] + d["notes"]:
            if x["source_line"]:
                out.setdefault((x["file"], x["line"], x["col"], x["message"]), (x["source_line"], x["caret"]))
    return out


lines = carets = line_errors = caret_errors = columns = column_errors = 0
for program in sorted(os.listdir(os.path.join(fixtures, "out"))):
    out = os.path.join(fixtures, "out", program)
    source = os.path.join(fixtures, "src", program)
    if not os.path.isdir(source):
        source = os.path.join(fixtures, "src")
    if os.path.exists(out + "/gcc-12.json"):
        printed = rows(read(out + "/gcc-12.text", source))
        filled = rows(read(out + "/gcc-12.json", source, "--source-root=."))
        for key in printed.keys() & filled.keys():
            lines += 1
            if printed[key][0] != filled[key][0]:
                line_errors += 1
                print(program, key, printed[key][0], filled[key][0])
                continue
            if not printed[key][1]:
                continue  # an edit that inserts lines stands there instead
            carets += 1
            if printed[key][1].rstrip().find("^") != filled[key][1].find("^"):
                caret_errors += 1
                print(program, key, printed[key], filled[key])
    for name in sorted(os.listdir(out)):
        if not name.endswith(".text"):
            continue
        for unit in "byte", "codepoint", "display":
            known = read(f"{out}/{name}", source, "--source-root=.", "--columns=" + unit)
            guess = read(f"{out}/{name}", source, "--columns=" + unit)
            for a, b in zip(known, guess):
                if a["tool"] == name.split("-")[0] and a["col_unit"] == b["col_unit"] == unit:
                    columns += 1
                    if (a["col"], a["end_col"], a["ranges"]) != (b["col"], b["end_col"], b["ranges"]):
                        column_errors += 1
                        print(program, name, unit, a["line"], a["col"], b["col"], a["source_line"])
print(f"{lines} source lines, {line_errors} differ; {carets} carets, {caret_errors} differ; "
      f"{columns} conversions without the file, {column_errors} differ")
sys.exit(lines < 100 or columns < 500 or line_errors + caret_errors + column_errors > 0)
PYTHON
