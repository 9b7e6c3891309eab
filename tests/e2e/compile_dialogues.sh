#!/usr/bin/env bash
# Dialogues with a compiler about faults of the build: they come out the same by any number of workers, replay, keep
# the rules of records, and end with a program that compiles. What is left out is told with its reason.
# labels: e2e datasets
# timeout: 900
. "$FL_SRC/tests/support/e2e.sh"
need jq python3 gcc-12 clang-19
cd "$dir" || exit 1
"$datasets" build "$FL_SRC"/examples/corpus/{bitset.c,csv_parser.c} -o set -q --no-cache --limit=12 --compile-sites=2 \
	--op=missing-semicolon,missing-brace,misspelt-name,missing-declaration,wrong-argument,argument-count,member-access \
	--traces=0 --crashes=0 --inputs=0 --cpu-limit=10 || fail "build"

with_own_tmp "$datasets" dialogues set -o out --compile --why=why.jsonl --jobs=2 >said 2>err || fail "dialogues: exit $?: $(cat err)"
nothing_left "dialogues"
"$datasets" cat out >rows
[ "$(wc -l <rows)" -ge 4 ] || fail "too few: $(cat said why.jsonl)"
grep -q "^dialogues $(wc -l <rows)$" said || fail "the table counts others: $(cat said)"
"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 4 >said || fail "replay: $(cat said)"

# Each begins with what is wrong and ends with a build that says nothing; some have more than one attempt, and faults.
jq -es 'all(.[]; .kind == "compile_session" and .verification.level == "compiled" and (.events | fromjson | map(.kind) as $k |
	$k[0] == "error" and $k[-5:] == ["fix", "code", "call", "result", "verify"] and ([$k[] | select(. == "code")] | length) == 1)
	and (.context | startswith("// <COMPILE_START>\nerror(")) and (.completion | endswith("<THINK_END>\n") and
	contains("// <COMPILE_START>\n// <COMPILE_END>\n<CODE_END>\n<THINK_VERIFY>") and (contains("/box/") | not)))
	and any(.[]; (.edits | map(.operator) | unique | length) > 1) and any(.[]; .events | fromjson | any(.kind == "attempt"))' rows >/dev/null ||
	fail "the turns are not as they should be"
jq -es 'all(.[]; [.. | nulls] | length == 0)' rows >/dev/null || fail "there is a null"

"$datasets" dialogues set -o one -q --compile --jobs=1 || fail "one worker: exit $?"
cmp -s out/manifest.json one/manifest.json || fail "one worker makes another dataset"
"$datasets" dialogues set -o other -q --compile --seed=2 || fail "another seed: exit $?"
[ "$("$datasets" cat other | jq -r .completion | sha256sum)" != "$(jq -r .completion rows | sha256sum)" ] || fail "another seed says the same"

# As trainers of agents read them.
"$datasets" export --format=dialogues --all out >talks 2>err || fail "export: $(cat err)"
[ "$(wc -l <talks)" = "$(wc -l <rows)" ] || fail "not all are exported"
jq -es 'all(.[]; [.tools[].function.name] == ["compile"] and all(.messages[] | select(.tool_calls); .tool_calls[0].function.name == "compile")
	and ([.messages[] | select(.role == "tool")] | length) >= 1)' talks >/dev/null || fail "a call is another one"

# As steps: what the compiler says, a line, a statement or the class is another one, and is found.
export PYTHONDONTWRITEBYTECODE=1
"$datasets" export --format=stepwise out >steps 2>err || fail "steps: $(cat err)"
for check in "shapes.py stepwise" "formats.py stepwise" "steps.py rows"; do
	# shellcheck disable=SC2086  # a program and its argument
	/usr/bin/python3 "$FL_SRC/tests/e2e/export/"$check steps || fail "steps: $check"
done

# What a sentence says is taken back to the answer that it is from.
/usr/bin/python3 - rows <<'PY' >bent.jsonl || fail "bent"
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    r = json.loads(line)
    turns = json.loads(r["events"])
    said = turns[0]["sentences"][0]
    fact = said["facts"][0]
    if not fact.get("line"):
        continue
    said["text"] = said["text"].replace(":%d" % fact["line"], ":%d" % (fact["line"] + 1))
    fact["line"] += 1
    r["events"] = json.dumps(turns, ensure_ascii=False)
    print(json.dumps(r, ensure_ascii=False, separators=(",", ":")))
PY
[ -s bent.jsonl ] || fail "nothing is bent"
"$datasets" validate bent.jsonl >said 2>&1 && fail "another line was taken for what the compiler said"
"$datasets" dialogues set -o none --compile --both 2>err
[ $? -eq 2 ] && grep -q -- '--compile has none' err || fail "--compile with --both: $(cat err)"
exit "$bad"
