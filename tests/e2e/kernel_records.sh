#!/usr/bin/env bash
# Records of faults in a kernel, on one machine: they come out the same by any number of workers, keep the rules,
# replay by booting again, and say what a debugger saw. A kernel that does not pass, or not alike, is refused.
# tests/nightly/kernel_records.sh has all kernels on all machines.
# labels: e2e datasets needs-gdb needs-qemu
# timeout: 600
. "$FL_SRC/tests/support/e2e.sh"
need jq gdb clang-19 ld.lld-19 qemu-system-x86_64
cd "$dir" || exit 1
cp -r "$FL_SRC/examples/kernels" kernels
only() { # JQ: the manifest of page_alloc on x86_64, changed so
	jq '.programs |= map(select(.name == "page_alloc")) | .targets |= map(select(.arch == "x86_64")) | '"$1" \
		"$FL_SRC/examples/kernels/faultline.json" >kernels/faultline.json
}
only .
with_own_tmp "$datasets" kernels kernels -o out --limit=2 --seed=3 --why=why.jsonl --jobs=2 >said 2>err || fail "kernels: exit $?: $(cat err said)"
nothing_left "kernels"
"$datasets" cat out >rows
[ "$(wc -l <rows)" = 2 ] || fail "not two records: $(cat said)"
jq -es 'all(.[]; .kind == "trace_fix" and (.platform | contains("// mode: kernel\n")) and .verification.level == "executed"
	and .group == "page_alloc" and .verification.fixed.same and (.run.argv[0] == "qemu-system-x86_64")
	and (.tests | length) == 1 and (.tests[0].stdout | endswith("selftest: pass\n")) and (.build[-1].argv[0] == "ld.lld-19")
	and (.context | contains("serial_output({")) and (.prompt | contains("/box/") | not) and .fixed != .buggy)' rows >/dev/null ||
	fail "a record is not as it should be: $(head -c 3000 rows)"
jq -es 'all(.[]; [.. | nulls] | length == 0)' rows >/dev/null || fail "there is a null"
# what takes part is in the files, and nothing of other machines
jq -es 'all(.[]; .files | map(.path) | (index("machine/x86_64/kernel.ld") and index("faultline.json"))
	and (any(.[]; test("aarch64|riscv64|slab")) | not))' rows >/dev/null || fail "the files: $(jq -c '[.files[].path]' rows)"
"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 1 >said || fail "replay: $(cat said)"
"$datasets" kernels kernels -o again -q --limit=2 --seed=3 --jobs=1 || fail "again: exit $?"
"$datasets" cat again | cmp -s rows || fail "one worker makes other records"

# what reads datasets takes them as they are
"$datasets" export --format=messages out >export || fail "export"
[ "$(wc -l <export)" = 2 ] || fail "not all are exported"
"$datasets" stats out | grep -q trace_fix || fail "stats"
"$datasets" show out/trace_fix-00000.jsonl.zst:1 | grep -q 'serial_output' || fail "show"

# a dialogue about one, in which the debugger goes back to what the exception interrupted
"$datasets" kernels kernels -o null -q --op=null-check --limit=1 || fail "kernels --op: exit $?"
"$datasets" cat null | jq -e '.mutation.operator == "null-check"' >/dev/null || fail "another operator"
with_own_tmp "$datasets" dialogues null -o talks >said 2>err || fail "dialogues: exit $?: $(cat err said)"
nothing_left "dialogues"
"$datasets" cat talks >talk
jq -e '(.completion | test("eval[(]\"[$]f = [*][a-z_]+::frame, ") and contains("page_put") and contains("selftest: pass"))
	and .kind == "debug_session" and (.platform | contains("mode: kernel"))' talk >/dev/null || fail "the dialogue: $(jq -r .completion talk)"
"$datasets" validate talks >said || fail "validate: $(cat said)"
"$datasets" verify talks --replay 1 | grep -q 'replayed 1 of 1' || fail "a dialogue does not replay"
"$datasets" kernels kernels -o none --op=no-such 2>err && fail "an operator that is none"
grep -q 'no operator "no-such"' err || fail "no-such: $(cat err)"

mkdir empty
"$datasets" kernels empty -o none 2>err && fail "a directory without kernels"
grep -q 'there is no faultline.json' err || fail "no faultline.json: $(cat err)"

# what does not pass is refused, and says why
refused() { # JQ WORDS
	only "$1"
	"$datasets" kernels kernels -o none -f --sites=1 >said 2>err && fail "$1: taken"
	grep -q "refused: $2" said || fail "$1: $(cat said err)"
}
refused '.targets[0].pass_status = 34' 'the original does not pass its self-test'
refused '.targets[0].flags += ["-include", "no_such.h"]' 'the original does not build'
only '.programs[0] |= del(.pass)'
"$datasets" kernels kernels -o none -f >said 2>err
grep -q 'its manifest is wrong: faultline.json: pass' said || fail "no pass: $(cat said err)"
exit "$bad"
