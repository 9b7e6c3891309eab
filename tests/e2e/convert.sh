#!/usr/bin/env bash
# Pasted transcripts become literals that compile and are read back, JSON that jq reads, and records.
# labels: e2e debugsession
# timeout: 180
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
cases=$FL_SRC/tests/fixtures/transcripts/cases

for name in list_gdb13_1 steps_lldb19_2 throw_gdbmulti_2 threads_lldb14_1 shapes_gdbmin_clean \
	threadsreport_gdb16_1 checkcore_lldb19_1 kernelpage_gdb13_2; do
	for style in full compact; do
		"$tool" convert --style=$style "$cases/$name.txt" >"out" 2>"err" || fail "$name: exit $?"
		grep -qE '^convert: [0-9]+ commands, [0-9]+ stops, ' "err" || fail "$name: no summary"
		grep -vE '^<(DEBUG_CONTEXT|CODE_END)>$' "out" >"out.cpp"
		g++ -std=c++20 -Wall -Wextra -Werror -I "$FL_SRC/include" -include faultline/literals.hpp \
			-fsyntax-only "out.cpp" || fail "$name: the $style literals do not compile"
		"$FL_BIN/struct2json" <"out" >"$style.json" || fail "$name: struct2json exits $?"
	done
	cmp -s "full.json" "compact.json" || fail "$name: the styles differ"
	"$tool" convert --format=jsonl "$cases/$name.txt" 2>/dev/null | jq -es 'length > 5' >/dev/null ||
		fail "$name: jsonl is not one"
	"$tool" convert --format=json <"$cases/$name.txt" 2>/dev/null |
		jq -e '.counts.stops == ([.sessions[].events[] | select(.stop_info)] | length)' >/dev/null ||
		fail "$name: counts of json"
done

printf 'int fixed;\n' >"fix.c"
"$tool" convert --fix=fix.c "$cases/average_gdb13_clean.txt" 2>/dev/null |
	jq -e '.kind == "debug_session" and .error_class == "ub" and .verification.level == "transcribed"
		and .fixed == "int fixed;\n" and .diff == "" and (.events | fromjson | .counts.stops > 0)' >/dev/null ||
	fail "the record of a fix"

"$tool" convert --fix=fix.c "$cases/average_gdb13_clean.txt" >pair.jsonl 2>/dev/null
"$FL_BIN/datasets" stats pair.jsonl 2>err && fail "a pair is a record as it is: say so in docs/debugsession.md"
grep -q 'key "id" is missing' err || fail "datasets of a pair: $(cat err)"

# a core's stop gives the class, by lldb, too
"$tool" convert --fix=fix.c "$cases/checkreport_lldb19_clean.txt" 2>/dev/null | jq -e '.error_class == "logic"' >/dev/null ||
	fail "the class of a core in lldb"

status() { # EXPECTED ARGUMENTS…
	local want=$1 got
	shift
	"$tool" convert "$@" </dev/null >/dev/null 2>&1
	got=$?
	[ "$got" -eq "$want" ] || fail "convert $*: exit $got instead of $want"
}
status 0
status 2 --format=text
status 2 a b
status 3 none
status 3 --fix=none
status 1 --fix=fix.c
head -c 300000 /dev/urandom | "$tool" convert >/dev/null 2>&1 || fail "random bytes: exit $?"
# the time of a text that is none grows with its length alone
head -c 1500000 /dev/urandom >noise
(ulimit -t 20 && exec "$tool" convert noise) >/dev/null 2>&1 || fail "1.5 MB of random bytes: exit $?"
finish
