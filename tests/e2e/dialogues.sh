#!/usr/bin/env bash
# Dialogues with a debugger about the faults of a small dataset: they come out the same by any number of workers,
# replay, keep the rules of records, and say the same up to their conclusion whatever place the record calls its
# fault's. What is left out is told with its reason.
# labels: e2e datasets needs-gdb
# timeout: 900
. "$FL_SRC/tests/support/e2e.sh"
need jq python3 gdb gcc-12 clang-19
/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || missing "needs python3-jsonschema"
cd "$dir" || exit 1
"$datasets" build "$FL_SRC"/examples/corpus/{bitset.c,csv_parser.c,rolling_stats.cpp} -o set -q --no-cache --limit=4 \
	--op=free-moved-up,null-check,wrong-release,short-buffer,index,wrong-delete --sites=20 --traces=0 --crashes=0 || fail "build"

with_own_tmp "$datasets" dialogues set -o out --why=why.jsonl --jobs=2 >said 2>err || fail "dialogues: exit $?: $(cat err)"
nothing_left "dialogues"
[ "$("$datasets" cat out | wc -l)" -ge 4 ] || fail "too few: $(cat said)"
grep -q "^dialogues $("$datasets" cat out | wc -l)$" said || fail "the table counts others: $(cat said)"
[ "$(wc -l <why.jsonl)" = "$((("$("$datasets" cat set | jq -r .fault | sort -u | wc -l)") - $("$datasets" cat out | wc -l)))" ] ||
	fail "not all is told: $(cat why.jsonl)"
"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 100 >said || fail "replay: $(cat said)"

# Each is a dialogue: calls with answers, thoughts, one code block, and a run of what is mended at the end.
"$datasets" cat out >rows
jq -es 'all(.[]; .kind == "debug_session" and (.events | fromjson | map(.kind) as $k |
	([$k[] | select(. == "call")] | length) >= 4 and ($k | index("plan")) == 0 and ($k[-1] == "verify")
	and ($k | index("error")) < ($k | index("code")) and ([$k[] | select(. == "code")] | length) == 1
	and all(range(0; $k | length); $k[.] != "call" or $k[. + 1] == "result")))' rows >/dev/null || fail "the turns are not as they should be"
jq -es 'all(.[]; (.completion | contains("<QUERY_TOOL> run() <CODE_END>") and contains("<THINK_VERIFY>")
	and (contains("==ABORTING") | not) and (contains("/box/") | not)) and (.context | startswith("<DEBUG_CONTEXT>\nsymptom(")))' rows >/dev/null ||
	fail "a text is not as it should be"
# Loaders find no null in it, and trainers the turns.
jq -es 'all(.[]; [.. | nulls] | length == 0)' rows >/dev/null || fail "there is a null"

# As trainers of agents read them: each call has its answer, and is one of the tools.
"$datasets" export --format=dialogues --all out >talks 2>err || fail "export: $(cat err)"
[ "$(wc -l <talks)" = "$(wc -l <rows)" ] || fail "not all are exported"
jq -es 'all(.[]; ([.tools[].function.name] as $tools | .messages as $m | $m[0].role == "user" and $m[-1].role == "assistant"
	and all(range(1; $m | length); . as $i | $m[$i] as $at |
		if $at.role == "tool" then ($m[$i - 1].tool_calls[0].function.name == $at.name and ($tools | index($at.name)) != null)
		else ($at.role == "assistant" and (($at.tool_calls | length) == 1 or $i == ($m | length) - 1)) end)))' talks >/dev/null ||
	fail "a call has no answer"
jq -es '[., $rows] | transpose | all(.[]; . as [$t, $r] | all($t.messages[] | select(.role == "tool"); .content as $c | $r.completion | contains($c)))' \
	--slurpfile rows rows talks >/dev/null || fail "an answer is another one in the text"
"$datasets" export --format=text --all out | jq -es 'all(.[]; . as $r | all(.spans[] | select(.kind == "tool");
	$r.text[.start:.end] | startswith("<DEBUG_CONTEXT>\n") or startswith("<TOOL_RESULT> ")))' >/dev/null || fail "a span is not where a tool speaks"
# Without thoughts and without markers, where they are not what parts a call from its answer.
"$datasets" export --format=text --reasoning=drop out | jq -es 'length > 3 and all(.[]; (.text | contains("<THINK_") | not)
	and (.text | contains("<QUERY_TOOL> run() <CODE_END>\n") and contains("<CODE_START>\n--- a/")) and any(.spans[]; .kind == "tool"))' >/dev/null ||
	fail "thoughts are left in a dialogue, or more is gone"
"$datasets" export --format=dialogues --reasoning=drop --markers=none out | jq -es 'length > 3 and all(.[].messages[] |
	select(.role == "assistant"); .content == "" or (.content | startswith("--- a/")))' >/dev/null || fail "an assistant says more than code"
"$datasets" export --markers=none out >none 2>err
[ ! -s none ] && grep -q "a dialogue as one text needs its markers" err || fail "a dialogue without markers: $(cat err)"
"$datasets" export --format=stepwise --reasoning=drop out >none 2>err
[ $? = 2 ] && grep -q "its sentences are the steps" err || fail "steps without reasoning: $(cat err)"
"$datasets" export --format=dialogues set >none 2>err
[ ! -s none ] && grep -q "it is no dialogue" err || fail "what is no dialogue is exported as one: $(cat err)"

# As steps, for models that judge each: what is right, and the same up to one statement that is not.
"$datasets" export --format=stepwise out >steps 2>err || fail "steps: $(cat err)"
grep -q "does not find, and are not written: 0; dialogues without one: 0$" err || fail "a flip is not found: $(cat err)"
for check in shapes formats; do
	/usr/bin/python3 "$FL_SRC/tests/e2e/export/$check.py" stepwise steps || fail "steps: $check"
done
/usr/bin/python3 "$FL_SRC/tests/e2e/export/steps.py" rows steps || fail "the steps"
"$datasets" export --format=stepwise --seed=1 out 2>/dev/null | cmp -s - steps || fail "steps come out another way"
"$datasets" export --format=stepwise --seed=7 out 2>/dev/null | cmp -s - steps && fail "another seed flips the same"
"$datasets" export --format=stepwise set >none 2>err
[ ! -s none ] && grep -q "it is no dialogue" err || fail "what is no dialogue has steps: $(cat err)"

"$datasets" dialogues set -o one -q --jobs=1 || fail "one worker: exit $?"
cmp -s out/manifest.json one/manifest.json || fail "one worker makes another dataset"
"$datasets" dialogues set -o other --seed=2 --finer --both >said || fail "another seed: exit $?"
[ "$("$datasets" cat other | jq -r .completion | sha256sum)" != "$(jq -r .completion rows | sha256sum)" ] || fail "another seed says the same"
"$datasets" cat other | grep -q '<THINK_HYPOTHESIS>' || fail "--finer has no marker"
# Both are the same questions of one fault, asked one by one and as a script.
"$datasets" cat other | jq -es 'map(select(.events | contains("\"kind\":\"script\""))) as $scripts | group_by(.fault) as $faults |
	($scripts | length) >= 2 and length == ($faults | length) + ($scripts | length) and all($faults[]; length == 1 or (length == 2 and
	(map(.events | fromjson | map(select(.kind == "result").text)) | .[0] == .[1]) and (map(.group) | unique | length) == 1))' >/dev/null ||
	fail "both: a script is not beside what it was made of"
grep -q "^dialogues $("$datasets" cat other | wc -l), about $(wc -l <rows) faults: [0-9]* of them as a script as well$" said || fail "both: $(cat said)"
"$datasets" verify other --replay 100 >said || fail "replay of another seed: $(cat said)"

# The calls as one script, done as a whole; all else as it is asked one by one.
"$datasets" dialogues set -o scripted --scripted >said || fail "scripted: exit $?"
"$datasets" cat scripted >scripts
many=$(grep -c '<SCRIPT_START>' scripts)
[ "$many" -ge 3 ] && grep -q "^  scripted  *$many of $(wc -l <rows) that were to be$" said || fail "scripted: $(cat said)"
jq -es --slurpfile rows rows '[., $rows] | transpose | all(.[]; . as [$s, $r] | ($s.events | fromjson) as $e | ($r.events | fromjson) as $f |
	$s.context == $r.context and ([$e[] | select(.kind == "result").text] == [$f[] | select(.kind == "result").text]) and
	if any($e[]; .kind == "script") then ([$e[] | select(.kind == "call")] | length) == 1 and
		([$f[] | select(.kind == "call").text + ";"][:-1] | join("\n")) + "\n" == ($e[] | select(.kind == "script").text)
	else $e == $f end)' scripts >/dev/null || fail "a script is not what was asked"
"$datasets" validate scripted >said || fail "validate, scripted: $(cat said)"
"$datasets" verify scripted --replay 3 >said || fail "replay, scripted: $(cat said)"
"$datasets" export --format=dialogues scripted 2>/dev/null | jq -es 'any(.[].messages[]; .tool_calls[0].function.name == "script") and
	all(.[].messages; . as $m | all(range(0; length); $m[.].role != "tool" or $m[. - 1].tool_calls[0].function.name == $m[.].name))' >/dev/null ||
	fail "a script is no call of a tool"
"$datasets" export --format=stepwise scripted >steps 2>err || fail "steps of scripts: $(cat err)"
/usr/bin/python3 "$FL_SRC/tests/e2e/export/steps.py" scripts steps || fail "the steps of scripts"

# The same programs, whose records say that the fault is at the top of the file.
/usr/bin/python3 - rows <<'PY' >moved.jsonl || fail "moved"
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    r = json.loads(line)
    gone = "/* nothing */\n"
    edit = dict(r["edits"][0], file=r["mutation"]["file"], line=1, col=1, lines=1, buggy_line=1, buggy_lines=0,
                offset=0, original=gone, replacement="", function="")
    r["edits"] = [edit]
    r["fixed"] = gone + r["buggy"]
    r["fault"] = r["fault"][::-1]
    print(json.dumps(r, ensure_ascii=False, separators=(",", ":")))
PY
"$datasets" dialogues moved.jsonl -o moved -q --why=moved.why
[ $? -eq 1 ] || fail "a place that is not the fault's was taken"
/usr/bin/python3 - rows moved.why <<'PY' || fail "the place of the fault has changed what was asked or said"
import json, sys
rows, why = ([json.loads(l) for l in open(p, encoding="utf-8")] for p in sys.argv[1:])
end = " */\n<THINK_END>\n"
ends = [w["said"][:-len(end)] for w in why if w["fate"] == "elsewhere" and w["said"].endswith(end)]
sys.exit(not (len(ends) == len(rows) and all(r["completion"].startswith(e) and len(e) > 400 for r, e in zip(rows, ends))))
PY

# A dialogue that was changed by a word, or in one fact, is none, though its id is that of its content.
changed() { # PATTERN REPLACEMENT RULE
	/usr/bin/python3 - rows "$1" "$2" <<-'PY' >bad.jsonl || fail "nothing to change: $1"
	import hashlib, re, sys
	line, count = re.subn(sys.argv[2], sys.argv[3], open(sys.argv[1], encoding="utf-8").readline().rstrip("\n"), count=1)
	bare = re.sub(r'^{"id":"[0-9a-f]*"', '{"id":""', line)
	print(bare.replace('{"id":""', '{"id":"%s"' % hashlib.sha256(bare.encode()).hexdigest()[:32], 1))
	sys.exit(count != 1)
	PY
	"$datasets" validate bad.jsonl >said 2>&1 && fail "a dialogue with another $1 is valid"
	grep -q "breaks rule $3:" said || fail "$1: $(cat said)"
}
changed '"completion":"<THINK_PLAN>' '"completion":"<THINK_PLANS>' answer
changed '(kind\\":\\"code[^{}]*line\\":)' '\g<1>1' events

# What leaks is seen outside of the debugger alone.
"$datasets" build "$FL_SRC"/examples/corpus/{csv_parser,hash_map}.c -o leaks -q --no-cache --cpu-limit=20 --limit=4 --op=leaking-guard,lost-pointer --traces=0 \
	--crashes=0 || fail "build of leaks"
"$datasets" dialogues leaks -o leaked -q || fail "leaks: exit $?"
"$datasets" cat leaked | jq -es 'length > 0 and all(.[]; .error_class == "resource")' >/dev/null || fail "no leak has a dialogue"
"$datasets" validate leaked >said || fail "validate leaks: $(cat said)"

# A row that lacks what is played does not stand for its fault, and is counted.
fault=$(jq -r .fault rows | head -1)
"$datasets" cat set | jq -c --arg fault "$fault" 'select(.fault == $fault and .kind == "sanitizer_fix")' | head -1 >good.jsonl
{ jq -c '.files = []' good.jsonl; jq -c '.schema_version = 9' good.jsonl; cat good.jsonl; } >behind.jsonl
"$datasets" dialogues behind.jsonl -o behind >said || fail "a good row behind broken ones: $(cat said)"
grep -q '^faults    1, in 3 rows$' said && grep -q '^  passed over  *2  rows of other' said || fail "broken rows: $(cat said)"

# Nothing to talk about, and no place to write to.
"$datasets" dialogues set 2>err
[ $? -eq 2 ] && grep -q -- '-o DIR' err || fail "no -o: $(cat err)"
"$datasets" dialogues nothing -o no-set 2>err && fail "a set that is not there"
[ -e no-set ] && fail "an empty directory is left"
"$datasets" dialogues set -f -o set 2>err
[ $? -eq 2 ] && grep -q 'read and written' err && [ -e set/manifest.json ] || fail "over itself: $(cat err)"
"$datasets" dialogues set -o out 2>err
[ $? -eq 2 ] && grep -q out err || fail "a dataset was replaced unasked: $(cat err)"
exit "$bad"
