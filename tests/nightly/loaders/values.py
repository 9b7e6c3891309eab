"""values.py FILE…: of each file how many rows, code points of texts and numbers there are, and the sum of these."""
import json
import os
import sys

from texts import text


def walk(value, seen):
    if isinstance(value, str):
        seen[0] += len(value)
    elif isinstance(value, (bool, int, float)):
        seen[1] += 1
        seen[2] += int(value)
    else:
        for item in value.values() if isinstance(value, dict) else value:
            walk(item, seen)


for path in sys.argv[1:]:
    rows = [json.loads(line) for line in text(path).split("\n")[:-1]]
    seen = [0, 0, 0]
    walk(rows, seen)
    print(os.path.basename(path), len(rows), *seen)
