# steps.py RECORDS ROWS: do the steps of a row make the completion of its dialogue, and is in each
# second row of a dialogue one statement another, with what refutes it? Steps are joined as TRL's
# PRMTrainer does, by a line end behind each (PRMConfig.step_separator).
import json
import sys


def right(row, record):
    assert row["labels"] == [True] * len(row["completions"]) and row["flip"] == row["refuted_by"] == ""
    assert "".join(step + "\n" for step in row["completions"]) == record["completion"]


def wrong(row, whole):
    steps, at = row["completions"], len(row["completions"]) - 1
    assert row["labels"] == [True] * at + [False] and row["flip"] and row["refuted_by"]
    assert steps[:at] == whole["completions"][:at] and steps[at] != whole["completions"][at]
    own, other = whole["completions"][at].split("\n"), steps[at].split("\n")
    assert len(own) == len(other) and sum(a != b for a, b in zip(own, other)) == 1
    if row["refuted_by"].startswith("step "):
        number, rest = row["refuted_by"][len("step "):].split(", ", 1)
        call = rest[:rest.index("): ") + 1]
        assert call in steps[int(number) - 1] and int(number) <= at, row["refuted_by"]


def main(records, rows):
    by_id = {r["id"]: r for r in map(json.loads, open(records, encoding="utf-8"))}
    whole, flipped = {}, 0
    for row in map(json.loads, open(rows, encoding="utf-8")):
        assert len(row["completions"]) == len(row["labels"])
        assert row["prompt"] == by_id[row["id"]]["prompt"]
        if row["id"] in whole:
            wrong(row, whole[row["id"]])
            flipped += 1
        else:
            right(row, by_id[row["id"]])
            whole[row["id"]] = row
    assert set(whole) == set(by_id) and flipped == len(whole), (len(whole), flipped)


if __name__ == "__main__":
    main(*sys.argv[1:])
