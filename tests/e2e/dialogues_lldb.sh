#!/usr/bin/env bash
# Dialogues with lldb-dap in gdb's place: they are valid, replay with the debugger that their records name, say
# nothing that is lldb's own way of putting it, and ask what gdb was asked about the same faults.
# labels: e2e datasets needs-gdb
# timeout: 900
. "$FL_SRC/tests/support/e2e.sh"
need jq gdb gcc-12 clang-19 lldb-19 lldb-dap-19
cd "$dir" || exit 1
"$datasets" build "$FL_SRC"/examples/corpus/bitset.c -o set -q --no-cache --limit=4 \
	--op=free-moved-up,null-check,wrong-release --sites=8 --traces=0 --crashes=0 || fail "build"

with_own_tmp "$datasets" dialogues set -o out --debugger=lldb-dap --why=why.jsonl --jobs=2 >said 2>err ||
	fail "dialogues: exit $?: $(cat err)"
nothing_left "dialogues"
grep -qx '  debugger           lldb-dap' said || fail "the table has no debugger: $(cat said)"
jq -e '(.arguments | index("--debugger=lldb-dap")) and any(.toolchain[]; startswith("lldb-19: lldb version "))' out/manifest.json >/dev/null ||
	fail "the manifest has no debugger"
"$datasets" cat out >rows
[ "$(wc -l <rows)" -ge 2 ] || fail "too few: $(cat said why.jsonl)"
jq -es 'all(.[]; .kind == "debug_session" and (.provenance.debugger | startswith("lldb version ")))' rows >/dev/null ||
	fail "a record has another debugger"
jq -es 'all(.[]; .completion | (contains("lldb") or contains("/box/") or contains("<unreadable>") or contains(" @ ")) | not)' rows >/dev/null ||
	fail "a text is not as it should be"
"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 100 >said || fail "replay: $(cat said)"
"$datasets" export --format=dialogues --all out >talks 2>err || fail "export: $(cat err)"
[ "$(wc -l <talks)" = "$(wc -l <rows)" ] || fail "not all are exported"

# The usual one is asked the same; at least seven of ten of its dialogues are had with the other, too.
"$datasets" dialogues set -o usual --jobs=2 >said || fail "gdb: exit $?"
grep -qx '  debugger           gdb' said || fail "the table has no debugger: $(cat said)"
"$datasets" cat usual >gdb
jq -es --slurpfile rows rows '(INDEX($rows[]; .fault)) as $by | [.[] | select($by[.fault])] as $both |
	(($both | length) * 10 >= (. | length) * 7) and
	all($both[]; [.events, $by[.fault].events] | map(fromjson | [.[] | select(.kind == "call").text]) | .[0] == .[1])' gdb >/dev/null ||
	fail "gdb is asked otherwise"
jq -es 'all(.[]; .provenance.debugger | startswith("lldb") | not)' gdb >/dev/null || fail "a record of gdb's names lldb"

# Of a dialogue with one, a dialogue with the other.
"$datasets" dialogues out -o back -q || fail "back: exit $?"
"$datasets" cat back | jq -es 'all(.[]; .provenance.debugger | startswith("GNU gdb"))' >/dev/null || fail "back: not gdb's"

"$datasets" dialogues set -o none --debugger=gdb-dap 2>err
[ $? -eq 2 ] && grep -q 'debugger' err || fail "a debugger that there is not: $(cat err)"
exit "$bad"
