"""train.py SHAPE FILE [COMPLETIONS]: fifty steps on what `datasets export` wrote, loaded with pandas.

The mean loss of the first ten steps and of the last ten is printed; the status is 1 when one is not finite, or it
did not fall by the part that the shape's row says. What is learnt by comparing with a model before (dpo, kto, grpo)
begins from one that was warmed up: it learnt the right answers of the same rows for some steps of its own.
COMPLETIONS: rows of `kto` of the same records, whose answers are judged for `verl` (by the shipped client) and
`tasks` (by rlvr-label, which $RLVR_LABEL names).
"""
import copy
import json
import math
import os
import random
import subprocess
import sys

import pandas
import torch
from torch.nn import functional

from model import Model, log_probabilities, masked, sequence

STEPS, MEAN, WARM, BATCH, BETA, ROWS, GROUPS = 50, 10, 100, 4, 0.1, 400, 3


def language(model, _, batch):
    sums, counts = log_probabilities(model, batch)
    return -(sums.sum() / counts.sum())


def dpo(model, before, batch):
    """Rafailov et al. 2023."""
    both = [b[0] for b in batch] + [b[1] for b in batch]
    with torch.no_grad():
        old = log_probabilities(before, both)[0]
    chosen, rejected = (log_probabilities(model, both)[0] - old).chunk(2)
    return -functional.logsigmoid(BETA * (chosen - rejected)).mean()


def kto(model, before, batch):
    """Ethayarajh et al. 2024; how far the model went is seen on answers to another record."""
    sequences, labels, others = zip(*[item for pair in batch for item in pair])
    with torch.no_grad():
        old = log_probabilities(before, sequences)[0]
        far = (log_probabilities(model, others)[0] - log_probabilities(before, others)[0]).mean().clamp(min=0)
    sign = torch.tensor([1.0 if label else -1.0 for label in labels])
    return (1 - torch.sigmoid(sign * BETA * (log_probabilities(model, sequences)[0] - old - far))).mean()


def grpo(model, before, batch):
    """Shao et al. 2024, with answers that are there already: clipped, by the byte, without a term for distance."""
    sequences = [s for group in batch for s, _ in group]
    advantage = []
    for group in batch:
        rewards = torch.tensor([reward for _, reward in group])
        advantage.append((rewards - rewards.mean()) / (rewards.std() + 1e-4))
    advantage = torch.cat(advantage)
    sums, counts = log_probabilities(model, sequences)
    with torch.no_grad():
        old = log_probabilities(before, sequences)[0]
    ratio = torch.exp((sums - old) / counts)
    return -torch.minimum(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()


def load(path):
    return pandas.read_json(path, lines=True, nrows=ROWS, dtype=False, convert_dates=False).to_dict("records")


def spans(row):
    learnt = [False] * len(row["text"])
    for span in row["spans"]:
        if span["kind"] != "prompt":
            learnt[span["start"]:span["end"]] = [True] * (span["end"] - span["start"])
    return masked(row["text"], learnt)


def turns(row):
    user, assistant = row["messages"]
    assert (user["role"], assistant["role"]) == ("user", "assistant")
    return sequence(f"<|user|>\n{user['content']}\n<|assistant|>\n", assistant["content"])


def judged(rows):
    """A right answer and a wrong one of each record that has both, each beside an answer to another record."""
    by_label = {label: {r["id"]: r for r in rows if r["label"] is label} for label in (True, False)}
    pairs = [[by_label[label][i] for label in (True, False)] for i in by_label[False] if i in by_label[True]]
    return [[(sequence(r["prompt"], r["completion"]), r["label"], sequence(r["prompt"], pairs[at - 1][k]["completion"]))
             for k, r in enumerate(pair)] for at, pair in enumerate(pairs)]


def answers_of(rows, path):
    """Answers of each row's record, right and wrong ones, and none."""
    known = {}
    for row in load(path):
        known.setdefault(row["id"], []).append(row["completion"])
    return [(row, [*known[i], "I do not know."]) for row, i in rows if i in known][:GROUPS]


def verl(rows, path):
    sys.path.insert(0, os.environ["FL_CLIENTS"])
    from faultline_rewards import compute_score
    groups = []
    for row, answers in answers_of([(r, r["extra_info"]["id"]) for r in rows], path):
        asked = row["prompt"][0]["content"]
        rewards = [compute_score(row["data_source"], a, row["reward_model"]["ground_truth"], row["extra_info"])
                   for a in answers]
        assert rewards[0] == max(rewards) > rewards[-1], rewards
        groups.append([(sequence(asked, a), r) for a, r in zip(answers, rewards)])
    return groups


def tasks(rows, path):
    """Answers whose tests pass are learnt from, as in rejection sampling."""
    pairs = [(r, a) for r, answers in answers_of([(r, r["id"]) for r in rows], path) for a in answers]
    lines = "".join(json.dumps({"record": r["record"], "completion": a}) + "\n" for r, a in pairs)
    labels = subprocess.run([os.environ["RLVR_LABEL"], "-q"], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    rewards = [json.loads(line)["reward"] for line in labels.stdout.splitlines()]
    kept = [sequence(r["prompt"], a) for (r, a), reward in zip(pairs, rewards) if reward == 1]
    assert 0 < len(kept) < len(pairs) == len(rewards), rewards
    return kept


# Loss, items of rows, what of an item the model before has learnt (None: it is not asked), learning rate, and the
# part of its first steps' loss that has to go. The loss of grpo is 0 to begin with: of it, what goes of 1.
SHAPES = {
    "sft": (language, lambda rows: [sequence(r["prompt"], r["completion"]) for r in rows], None, 1e-3, 0.2),
    "messages": (language, lambda rows: [turns(r) for r in rows], None, 1e-3, 0.2),
    "text": (language, lambda rows: [spans(r) for r in rows], None, 1e-3, 0.2),
    "preference": (dpo, lambda rows: [(sequence(r["prompt"], r["chosen"]), sequence(r["prompt"], r["rejected"])) for r in rows],
                   lambda item: [item[0]], 1e-3, 0.1),
    "kto": (kto, judged, lambda item: [item[0][0]], 1e-4, 0.05),
    "commitpack": (language, lambda rows: [sequence(f"{r['old_contents']}\n// {r['subject']}\n", r["new_contents"]) for r in rows],
                   None, 1e-3, 0.2),
    "verl": (grpo, verl, lambda item: [item[0][0]], 1e-3, 0.05),
    "tasks": (language, tasks, None, 1e-3, 0.2),
}


def learn(model, steps, rate, loss_of):
    """The loss of each step."""
    losses, optimizer = [], torch.optim.Adam(model.parameters(), lr=rate)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main(shape, path, *more):
    torch.manual_seed(1)
    draw = random.Random(1)
    loss_of, items_of, right_of, rate, part = SHAPES[shape]
    rows = load(path)
    items = items_of(rows, *more)
    model = Model()

    def some(of):
        return draw.sample(of, min(BATCH, len(of)))

    warm = []
    if right_of:
        right = [s for item in items for s in right_of(item)]
        warm = learn(model, WARM, 1e-3, lambda: language(model, None, some(right)))
    before = copy.deepcopy(model).requires_grad_(False)
    losses = learn(model, STEPS, rate, lambda: loss_of(model, before, some(items)))
    first, last = (sum(ten) / MEAN for ten in (losses[:MEAN], losses[-MEAN:]))
    parameters = sum(p.numel() for p in model.parameters())
    print(f"{shape:12} {len(rows):5} rows {len(items):5} taken {parameters:8} parameters  loss {first:.4f} -> {last:.4f}"
          + (f"  warmed up {warm[0]:.2f} -> {warm[-1]:.2f}" if warm else ""))
    fall = part * (1 if loss_of is grpo else first)
    return not (all(map(math.isfinite, warm + losses)) and first - last >= fall)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
