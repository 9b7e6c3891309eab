"""tables.py FILE…: pandas' tables of JSON lines have all rows, all columns, one type each, and the values written."""
import json
import sys

import pandas

from texts import text

for path in sys.argv[1:]:
    rows = [json.loads(line) for line in text(path).split("\n")[:-1]]
    usual = pandas.read_json(path, lines=True)
    assert list(usual.columns) == list(rows[0]) and len(usual) == len(rows), path
    exact = pandas.read_json(path, lines=True, dtype=False, convert_dates=False)
    assert exact.to_dict("records") == rows, f"{path}: other values"
    assert not exact.isna().any().any(), f"{path}: has nulls"
    for column in exact.columns:
        types = {type(row[column]) for row in rows}
        assert len(types) == 1, f"{path}: {column}: {types}"
