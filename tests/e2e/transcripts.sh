#!/usr/bin/env bash
# Pasted sessions and the mends of their faults become records of level `transcribed`: what they show is held against
# the file, they are never more than transcribed, and who trains without asking for them gets none.
# labels: e2e datasets
# timeout: 300
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh"
need jq python3 gcc-12 clang-19
cd "$dir" || exit 1
tool=$FL_BIN/debugsession
mended=$FL_SRC/tests/fixtures/transcripts/mended

for name in hash_map lru_cache avl_tree; do
	"$tool" convert --fix="$mended/$name.diff" --source="$mended/$name.c" "$mended/$name.txt" 2>/dev/null || fail "convert $name: exit $?"
done >pairs.jsonl
with_own_tmp "$datasets" transcripts pairs.jsonl -o out >said 2>err || fail "transcripts: exit $?: $(cat err)"
nothing_left "transcripts"
grep -q '^records   3, all transcribed: 3 debug_session, 0 trace_fix$' said || fail "the table: $(cat said)"
"$datasets" transcripts - -o again -q <pairs.jsonl || fail "of standard input: exit $?"
cmp -s out/manifest.json again/manifest.json || fail "the same rows make another dataset"
"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 10 >said || fail "verify: $(cat said)"
grep -q '^transcribed: not replayed, 3$' said || fail "verify does not say what it leaves out: $(cat said)"
"$datasets" cat out >rows
jq -es 'all(.[]; .kind == "debug_session" and .verification.level == "transcribed" and .provenance.origin == "real"
	and .verification.fixed.same == false and .verification.fixed.exit_status == -1 and .verification.buggy.status == "segv"
	and (.provenance.compiler | startswith("gcc-12")) and (.provenance.debugger | length > 2)
	and (.completion | startswith("<QUERY_TOOL> ") and (contains("<THINK_PLAN>") or contains("<THINK_VERIFY>") | not)
		and (contains("/home/") or contains("0x5555") | not))
	and (.events | fromjson | map(.kind) | .[-3:] == ["error", "fix", "code"]))' rows >/dev/null || fail "a record is not as it should be"
jq -r 'select(.mutation.file == "hash_map.c").completion' rows >talk
[ -s talk ] || fail "no hash_map"
for text in '<QUERY_TOOL> run() <CODE_END>' 'stop_info("signal",11,"SIGSEGV","hash_map.c",90,"map_find")' \
	'<QUERY_TOOL> /* gdb: up */ <CODE_END>' '<TOOL_RESULT> "{buckets = <ptr>, nbuckets = 4, count = 0}" <CODE_END>' \
	'{"m","","<ptr>"},{"key","","\"alpha\""},{"e","","0x0"}'; do
	grep -qF -- "$text" talk || fail "hash_map says nothing of $text: $(cat talk)"
done

# They are kept apart.
[ "$("$datasets" export out 2>err | wc -l)" = 0 ] || fail "export has them unasked"
grep -q '3 rows passed over: transcribed, which --level asks for' err || fail "export does not say so: $(cat err)"
[ "$("$datasets" export --level=transcribed out 2>/dev/null | wc -l)" = 3 ] || fail "export --level"
[ "$("$datasets" export --level=executed out 2>/dev/null | wc -l)" = 0 ] || fail "export of another level"
[ "$("$datasets" export --level=any --format=tasks --all out 2>/dev/null | wc -l)" = 0 ] || fail "they reward"
"$datasets" split -o parts out 2>err && [ "$(cat parts/*.jsonl | wc -l)" = 0 ] || fail "split has them unasked: $(cat err)"
"$datasets" split -o asked --level=transcribed out 2>err && [ "$(cat asked/*.jsonl | wc -l)" = 3 ] || fail "split --level: $(cat err)"
"$datasets" stats out | grep -qE '^level +transcribed +3 ' || fail "stats has no line of them"
"$datasets" card out | grep -q '^3 of the records are transcribed\|3 of the records are transcribed' || fail "the card says nothing of them"
jq -c '{record: ., completion}' rows | "$FL_BIN/rlvr-label" >labels 2>&1
grep -q 'it was never run' labels || fail "rlvr-label judges by what was never run: $(head -c 300 labels)"

# Whatever a row lacks, it is told with its place, and the others are there.
/usr/bin/python3 - "$mended" <<'PY' >mixed.jsonl || fail "mixed"
import json, os, sys
at = lambda name: open(os.path.join(sys.argv[1], name), encoding="utf-8").read()
source, session, diff = at("hash_map.c"), at("hash_map.txt"), at("hash_map.diff")
def row(**more):
    print(json.dumps(dict({"path": "hash_map.c", "buggy": source, "diff": diff, "session": session}, **more)))
row()
row(repos="again")
print("no JSON")
row(session="")
row(session="hello\nworld\n")
row(session=session[:session.index("Program received")])
row(session=session.replace("Program received signal SIGSEGV, Segmentation fault.",
                            "Programm empfing Signal SIGSEGV, Speicherzugriffsfehler."))
row(buggy=source.replace("*e = map_find(m, key);", "*e = map_find((m), key);", 1))
row(buggy=source.replace("map_put", "map_set"), diff=diff)
row(buggy="int x;\n" * 40 + source)
row(diff=diff.replace("+\twhile (e", "+\twhile (((e"))
row(path="other.c")
row(session="".join(f"\x1b[31m{line}\x1b[0m\r\n" for line in session.splitlines()), repos="colours")
row(session="\x01\x02\ufffd" * 100000)
row(session="x = 1\n" * 1700000)
row(buggy='#include "gone.h"\n' + source, diff=diff.replace("-87,7 +87,7", "-88,7 +88,7"),
    session=session.replace("hash_map.c:90", "hash_map.c:91").replace("\n90\t", "\n91\t")
        .replace("hash_map.c:119", "hash_map.c:120").replace("\n119\t", "\n120\t").replace("\n11", "\n#11")
        .split("(gdb) list")[0])
frames = [l for l in session.splitlines() if l.startswith(("#0", "#1", "#2"))][:3]
row(session="Program received signal SIGSEGV, Segmentation fault.\n" + "\n".join(frames) + "\n")
row(session="x" * (17 << 20))
row(path="hash map 2.c", session=session.replace("hash_map.c", "hash map 2.c"))
row(session=session.replace("hash_map.c:90", "hash_map.c:99999999999"))
PY
"$datasets" transcripts mixed.jsonl -o mixed --why=why.jsonl >said 2>err || fail "mixed: exit $?: $(cat err said)"
[ "$(jq -r '"\(.row) \(.fate)"' why.jsonl | paste -sd,)" = "2 duplicate,3 not_json,4 no_session,5 not_understood,6 no_symptom,7 no_symptom,8 mismatch,9 mismatch,10 apply_failed,11 fix_breaks,12 no_place,13 duplicate,14 not_understood,15 no_symptom,18 too_large,20 mismatch" ] ||
	fail "what became of the rows: $(cat why.jsonl)"
grep -qE 'mixed.jsonl:8: mismatch: line [0-9]+ of the session: hash_map.c:119 is `struct entry \*e = map_find\(m, key\);` there' err || fail "a line that is another: $(cat err)"
grep -q 'mixed.jsonl:11: fix_breaks: .*error: ' err || fail "a mend that breaks: $(cat err)"
grep -q 'mixed.jsonl:18: too_large: the row has more than 16 MiB$' err || fail "a row that is too long: $(cat err)"
grep -q 'mixed.jsonl:20: mismatch: .* which has [0-9]* lines$' err || fail "a line that no file has: $(cat err)"
"$datasets" cat mixed | grep '"hash_map_2.c"' | jq -e '.kind == "debug_session" and (.completion | contains("\"hash_map_2.c\",90,"))' >/dev/null ||
	fail "a file that is compiled under another name"
"$datasets" cat --pretty mixed >said.pretty
grep -q '^transcribed: segv, signal 11; as it was pasted; nothing was run, the fix compiles$' said.pretty && ! grep -q behave said.pretty ||
	fail "what is told of a run that was none: $(grep ^transcribed said.pretty)"
[ "$(awk '/^rows/ {print $2}' said)" = 20: ] || fail "not all rows are counted: $(cat said)"
"$datasets" cat mixed | jq -es 'length == 4 and ([.[] | select(.kind == "trace_fix")] | length) == 1
	and ([.[] | select(.provenance.compiler == "")] | length) == 1' >/dev/null || fail "what is taken: $(cat said)"
"$datasets" validate mixed >said || fail "validate of mixed: $(cat said)"
"$datasets" transcripts /dev/null -o none -q 2>err
[ $? -eq 1 ] || fail "no rows: exit $?"

# Who says that one was run is not believed, though its id is that of its content.
/usr/bin/python3 - <<'PY' >raised.jsonl || fail "raised"
import hashlib, json
for line in open("rows", encoding="utf-8"):
    for level, same in ("executed", True), ("transcribed", True), ("compiled", False):
        r = json.loads(line)
        r["verification"]["level"], r["verification"]["fixed"]["same"] = level, same
        r["id"] = ""
        text = json.dumps(r, ensure_ascii=False, separators=(",", ":"))
        print(text.replace('"id":""', '"id":"' + hashlib.sha256(text.encode()).hexdigest()[:32] + '"', 1))
PY
"$datasets" validate raised.jsonl >said 2>&1
[ "$(grep -c 'breaks rule' said)" = 9 ] || fail "a raised level is taken: $(cat said)"
exit "$bad"
