#!/usr/bin/env bash
# datasets export: each shape has the members that its trainers read, and nothing of the answer
# stands in a task, which rlvr-label takes.
# labels: datasets
# timeout: 300
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
need jq
/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || missing "needs python3-jsonschema"
cd "$dir" || exit 1

# shellcheck disable=SC2154  # set by e2e.sh
"$datasets" build "$FL_SRC/examples/corpus/csv_parser.c" "$FL_SRC/examples/corpus/hash_map.c" -o set --no-cache \
	--limit 14 --traces 2 --quiet || fail "build: exit $?"
for shape in sft messages text preference kto commitpack verl tasks; do
	"$datasets" export --format $shape --instruction --all set >$shape.jsonl 2>$shape.said || fail "$shape: exit $?"
	grep -q "^datasets: $(wc -l <$shape.jsonl) rows written" $shape.said || fail "$shape: $(cat $shape.said)"
	/usr/bin/python3 "$FL_SRC/tests/e2e/export/shapes.py" $shape $shape.jsonl || fail "$shape: the fields"
	/usr/bin/python3 "$FL_SRC/tests/e2e/export/formats.py" $shape $shape.jsonl || fail "$shape: the documented format"
done
"$datasets" export set >plain.jsonl 2>/dev/null || fail "plain: exit $?"
"$datasets" cat set >records.jsonl

FL_CLIENTS=$FL_SRC/clients /usr/bin/python3 - <<'PYTHON' || fail "the shapes"
import json, os, sys
sys.path.insert(0, os.environ["FL_CLIENTS"])
import faultline_rewards
rows = {s: [json.loads(l) for l in open(f"{s}.jsonl")] for s in
        ("records", "plain", "sft", "messages", "text", "commitpack", "verl", "tasks")}
by_id = {r["id"]: r for r in rows["records"]}
assert len(by_id) > 10 and {r["kind"] for r in by_id.values()} >= {"diagnostic_fix", "trace_fix", "sanitizer_fix"}
origin = ["id", "kind", "error_class", "split", "group", "licence"]
def keys(row, *own):
    assert list(row) == [*own, *origin], list(row)
    record = by_id[row["id"]]
    assert all(row[k] == record[k] for k in origin[1:5]) and row["licence"] == record["provenance"]["licence"]
    return record
for row in rows["plain"]:
    record = keys(row, "prompt", "completion")
    assert (row["prompt"], row["completion"]) == (record["prompt"], record["completion"])
asked = {}
for row in rows["sft"]:
    record = keys(row, "prompt", "completion")
    asked[row["id"]] = record["instruction"] + "\n\n" + record["prompt"]
    assert row["prompt"] == asked[row["id"]] and row["completion"] == record["completion"]
for row in rows["messages"]:
    record = keys(row, "messages")
    assert row["messages"] == [{"role": "user", "content": asked[row["id"]]},
                               {"role": "assistant", "content": record["completion"]}]
kinds = set()
for row in rows["text"]:
    record = keys(row, "text", "spans")
    parts = {s["kind"]: row["text"][s["start"]:s["end"]] for s in row["spans"]}
    kinds |= set(parts)
    assert [s["start"] for s in row["spans"]] == [0] + [s["end"] for s in row["spans"]][:-1]
    assert row["spans"][-1]["end"] == len(row["text"])
    assert parts["prompt"].rstrip("\n") == asked[row["id"]].rstrip("\n")
    assert parts.get("reasoning", "") + parts["answer"] == record["completion"]
    assert parts["answer"].startswith("<CODE_START>")
    assert ("reasoning" in parts) == (record["kind"] in ("trace_fix", "crash_report"))
assert kinds == {"prompt", "reasoning", "answer"}, kinds
for row in rows["commitpack"]:
    record = keys(row, "old_file", "new_file", "old_contents", "new_contents", "subject", "lang", "license", "repos")
    assert row["old_contents"] == record["buggy"] and row["new_contents"] == record["fixed"]
    assert row["subject"].startswith(record["edits"][0]["function"]) and row["repos"] in ("", record["group"])
    assert row["lang"] == "C" and row["old_file"] == row["new_file"] == record["mutation"]["file"]
secret = ("completion", "fixed", "diff", "reasoning", "cwe", "events")
def bare(task, record):
    assert all(task[k] == "" for k in secret) and task["edits"] == [] and task["mutation"]["original"] == ""
    assert task["tests"] == record["tests"] and task["files"] == record["files"] and task["fault"] == record["fault"]
candidates = []
for row in rows["tasks"]:
    record = keys(row, "prompt", "record")
    bare(row["record"], record)
    assert row["prompt"] == asked[row["id"]]
    candidates += [{**row, "id": "right " + row["id"], "completion": record["completion"]},
                   {"id": "as it was " + row["id"], "record": row["record"], "completion": "// file: " +
                    record["mutation"]["file"] + "\n" + record["buggy"]}]
for n, row in enumerate(rows["verl"]):
    assert list(row) == ["data_source", "prompt", "ability", "reward_model", "extra_info"]
    record = keys({k: v for k, v in row["extra_info"].items() if k != "index"})
    assert row["data_source"] == "faultline/" + record["kind"] and row["extra_info"]["index"] == n
    assert row["prompt"] == [{"role": "user", "content": asked[record["id"]]}] and row["ability"] == "code"
    assert row["reward_model"]["style"] == "rule"
    bare(json.loads(row["reward_model"]["ground_truth"]), record)
    assert faultline_rewards.candidate(record["completion"], row["reward_model"]["ground_truth"])["record"]["id"] == record["id"]
assert all(len(rows[s]) == len(by_id) for s in rows if s != "commitpack")
faults = [by_id[row["id"]]["fault"] for row in rows["commitpack"]]
assert len(faults) == len(set(faults)) and set(faults) == {r["fault"] for r in by_id.values()}
with open("candidates.jsonl", "w") as f:
    for c in candidates[:8] + candidates[-8:]:
        f.write(json.dumps(c) + "\n")
PYTHON

"$FL_BIN/rlvr-label" -q --jobs 2 <candidates.jsonl >labels.jsonl || fail "rlvr-label: exit $?"
jq -es 'length == 16 and all(.[]; if (.id | startswith("right")) then .reward == 1 else .reward < 1 end)' labels.jsonl >/dev/null ||
	fail "$(jq -c '[.id, .reward, .stage, .infra_error]' labels.jsonl)"

# What is chosen is right and what is rejected is wrong; every record is in the one or counted.
need patch
/usr/bin/python3 "$FL_SRC/tests/e2e/export/preference.py" records.jsonl preference.jsonl kto.jsonl left ||
	fail "preferences"
# Of a small program with many faults, several are in one place.
"$datasets" build "$FL_SRC/examples/corpus/run_length.c" -o dense --no-cache --op=misspelt-name,argument-count,wrong-argument \
	--limit 0 --compile-sites 12 --share 100 --quiet || fail "build: exit $?"
"$datasets" cat dense >dense.jsonl
for shape in preference kto; do
	"$datasets" export --format $shape --instruction dense >dense.$shape 2>/dev/null || fail "dense $shape: exit $?"
done
/usr/bin/python3 "$FL_SRC/tests/e2e/export/preference.py" dense.jsonl dense.preference dense.kto seen ||
	fail "preferences of near faults"
left=$(awk '/records left out: (no other fault|its prompt shows nothing)/ { n += $2 } END { print n + 0 }' preference.said)
[ $((left + $(wc -l <preference.jsonl))) = "$(wc -l <records.jsonl)" ] || fail "$(cat preference.said)"
grep -q "^datasets: $left of $(wc -l <records.jsonl) records have no wrong answer: one row each" kto.said || fail "$(cat kto.said)"
jq -c --slurpfile r records.jsonl '. as $p | ($r[] | select(.id == $p.id)) as $record |
	{id: ("chosen " + .id), record: $record, completion: .chosen},
	{id: ("rejected " + .id), record: $record, completion: .rejected}' <(head -6 preference.jsonl) >pairs.jsonl
"$FL_BIN/rlvr-label" -q --jobs 2 <pairs.jsonl >labels.jsonl || fail "rlvr-label: exit $?"
jq -es 'length == 12 and all(.[]; if (.id | startswith("chosen")) then .reward == 1 else .reward < 1 end)' labels.jsonl >/dev/null ||
	fail "preferences: $(jq -c '[.id, .reward, .stage, .infra_error]' labels.jsonl)"
"$datasets" export --format preference --instruction <records.jsonl >none 2>said && fail "preference of standard input"
grep -q 'reads its input twice' said || fail "$(cat said)"
tac records.jsonl >turned.jsonl
"$datasets" export --format preference --instruction turned.jsonl 2>/dev/null | tac | cmp -s - preference.jsonl ||
	fail "another order makes other pairs"

# Reasoning and markers; a limit on tokens; an origin.
"$datasets" export --reasoning drop --markers none set 2>/dev/null >bare.jsonl || fail "bare: exit $?"
jq -es 'length > 10 and all(.[]; (.completion | test("THOUGHT|<CODE") | not) and (.completion | startswith("--- a/")))' bare.jsonl >/dev/null ||
	fail "reasoning or markers are left"
jq -es 'all(.[]; .prompt | test("First reason|Explain the cause|Say what leads|Write down the chain|Tell the cause") | not)' \
	bare.jsonl >/dev/null || fail "a prompt asks for reasoning"
"$datasets" export --format preference --reasoning keep set 2>/dev/null | jq -es 'any(.[]; .chosen | startswith("<THOUGHT")) and
	all(.[]; ((.chosen | split("<CODE_START>")[0]) == (.rejected | split("<CODE_START>")[0])))' >/dev/null ||
	fail "chosen and rejected have other reasoning"
"$datasets" export --format kto --reasoning keep set >none 2>said
[ $? = 2 ] && grep -q 'of a wrong answer none is known' said || fail "kto with reasoning: $(cat said)"
"$datasets" export --max-tokens 1200 set 2>said >short.jsonl || fail "--max-tokens: exit $?"
short=$(wc -l <short.jsonl)
[ "$short" -lt "$(wc -l <plain.jsonl)" ] && grep -q "$(($(wc -l <plain.jsonl) - short)) records left out: it has more than 1200 tokens" said ||
	fail "--max-tokens: $(cat said)"
[ "$("$datasets" export --origin real set 2>/dev/null | wc -l)" = 0 ] || fail "--origin real"
"$datasets" export --origin synthetic set 2>/dev/null | cmp -s - plain.jsonl || fail "--origin synthetic"

# Rewards that printing the expected output has are left out; a kind and a split alone; bad input.
"$datasets" export --format tasks set 2>said >kept.tasks || fail "tasks: exit $?"
jq -es 'all(.[].record; if .kind == "diagnostic_fix" then any(.tests[]; .stdout != "") else .hidden > 0 and
	(.hidden_fails > 0 or any(.tests[]; (.shown | not) and .faulty == "")) end)' kept.tasks >/dev/null || fail "a task that is passed unmended"
for why in "has one input:(.tests | length) == 1" "inputs print the same:(.tests | length) > 1 and .hidden == 0" \
	"fault passes its hidden tests:.hidden > 0 and .hidden_fails == 0 and all(.tests[]; .shown or .faulty != \"\")"; do
	many=$(jq -s "map(select(.kind != \"diagnostic_fix\" and ${why#*:})) | length" records.jsonl)
	[ "$many" = 0 ] || grep -q "^datasets: $many records left out: .*${why%%:*}" said || fail "$why: $many, $(cat said)"
done
left=$(awk '/records left out: / { n += $2 } END { print n + 0 }' said)
[ $((left + $(wc -l <kept.tasks))) = "$(wc -l <records.jsonl)" ] || fail "tasks are lost: $(cat said)"
"$datasets" export --kind trace_fix --split test set 2>/dev/null | jq -es 'all(.[]; .kind == "trace_fix" and .split == "test")' >/dev/null ||
	fail "--kind and --split"
"$datasets" export --format tasks "$FL_SRC/tests/fixtures/datasets/version1" 2>said >none || fail "version 1: exit $?"
[ ! -s none ] && grep -q 'records left out: it is of version 1: convert it first' said || fail "version 1: $(cat said)"
echo '{"no": "record"}' | "$datasets" export >none 2>said && fail "a row that is no record"
[ -s said ] || fail "nothing is said of a row that is no record"
exit $bad
