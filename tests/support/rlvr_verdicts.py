"""Are labels of rlvr-label those that were expected (examples/rlvr/candidates.py, rlvr_plain.py)?
usage: rlvr_verdicts.py EXPECTED LABELS"""
import collections
import json
import sys


def wrong(want, label):
    """What is not as expected, or ""."""
    if label.get("infra_error") or "reward" not in label:
        return f"not judged: {label.get('infra_error')}"
    verdicts = [t["verdict"] for t in label["tests"]]
    failed = [v for v in verdicts if v != "passed"]
    got = {"stage": label["stage"], "class": label["error_class"], "passed": label["passed"],
           "verdict": failed[0] if failed else "", "verdicts": ["report" if v == "crashed" else v for v in verdicts]}
    for what, value in got.items():
        if want.get(what) not in (None, value, "any"):
            return f"{what} {value}, wanted {want[what]}"
    if want["reward"] and not want["reward"][0] - 1e-9 <= label["reward"] <= want["reward"][1] + 1e-9:
        return f"reward {label['reward']}, wanted {want['reward']}"
    return ""


def main():
    with open(sys.argv[1], encoding="utf-8") as a, open(sys.argv[2], encoding="utf-8") as b:
        wanted, labels = ([json.loads(line) for line in f] for f in (a, b))
    if not wanted or [w["id"] for w in wanted] != [label["id"] for label in labels]:
        print(f"FAIL: {len(labels)} labels for {len(wanted)} candidates, or in another order", file=sys.stderr)
        return 1
    bad, unsure, kinds = 0, 0, collections.Counter()
    for want, label in zip(wanted, labels):
        kinds[want["kind"]] += 1
        if not want["stage"]:
            unsure += 1
            continue
        why = wrong(want, label)
        if why:
            bad += 1
            print(f"FAIL: {want['id']}: {why}: {label['kind']}: {label['message'][:200]}", file=sys.stderr)
    print(f"{len(wanted)} candidates, {bad} with another label, {unsure} of which nobody is sure: "
          + ", ".join(f"{k} {n}" for k, n in sorted(kinds.items())))
    return bad > 0


sys.exit(main())
