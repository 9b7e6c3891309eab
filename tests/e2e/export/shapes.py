# shapes.py SHAPE FILE: is every row of what the shape's documentation asks, field by field? From
# https://huggingface.co/docs/trl/dataset_formats (language modeling, prompt-completion, preference,
# unpaired preference, stepwise supervision; standard and conversational) and
# https://verl.readthedocs.io/en/latest/preparation/prepare_data.html. Also: one type of each member
# over all rows, and the same members in each, so that a loader that reads types off rows has one.
import json
import sys

text, flag, number = str, bool, int
turns = [{"role": text, "content": text}]
tail = {"id": text, "kind": text, "error_class": text, "split": text, "group": text, "licence": text}
SHAPES = {
    "sft": {"prompt": text, "completion": text},
    "messages": {"messages": turns},
    "text": {"text": text, "spans": [{"kind": text, "start": number, "end": number}]},
    "preference": {"prompt": text, "chosen": text, "rejected": text, "rejected_by": text, "rejected_fault": text},
    "kto": {"prompt": text, "completion": text, "label": flag, "rejected_by": text},
    "commitpack": {k: text for k in ("old_file", "new_file", "old_contents", "new_contents",
                                     "subject", "lang", "license", "repos")},
    "verl": {"data_source": text, "prompt": turns, "ability": text,
             "reward_model": {"style": text, "ground_truth": text},
             "extra_info": {"index": number, **tail}},
    "tasks": {"prompt": text, "record": dict},
    "stepwise": {"prompt": text, "completions": [text], "labels": [flag], "flip": text, "refuted_by": text},
}
WORDS = {"role": {"system", "user", "assistant"}, "style": {"rule", "model"},
         "split": {"train", "valid", "test"}, "flip": {"", "value", "variable", "frame", "line", "code", "cause"}}
FILLED = {"prompt", "completion", "completions[]", "chosen", "rejected", "content", "text", "ground_truth"}


def check(value, shape, at):
    if isinstance(shape, dict):
        assert isinstance(value, dict) and list(value) == list(shape), f"{at}: has {list(value)}"
        for key in shape:
            check(value[key], shape[key], f"{at}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list) and value, f"{at}: no list, or an empty one"
        for item in value:
            check(item, shape[0], f"{at}[]")
    else:
        assert type(value) is shape, f"{at}: {type(value).__name__}, not {shape.__name__}"
        name = at.rsplit(".", 1)[-1]
        assert name not in WORDS or value in WORDS[name], f"{at}: {value!r}"
        assert value or name not in FILLED, f"{at}: empty"


def main(name, path):
    shape = SHAPES[name] if name == "verl" else {**SHAPES[name], **tail}
    rows = 0
    with open(path, encoding="utf-8") as lines:
        for rows, line in enumerate(lines, 1):
            check(json.loads(line), shape, f"{path}:{rows}: row")
    assert rows, f"{path}: no rows"


if __name__ == "__main__":
    main(*sys.argv[1:])
