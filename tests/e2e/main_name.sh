#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 120
# A program whose debugging information names its main function looks in its second session, with what
# the first has left in the cache, as it does in gdb without one.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
export XDG_CACHE_HOME=$dir/cache
mkdir -m 700 "$XDG_CACHE_HOME"

# As Rust has it: C's main, without debugging information, calls the program's. An attribute without a value
# makes the only function here that one (DWARF 5, 7.5.4), and the language is Rust's number (7.5.4, 7.12).
printf 'int entry(int n)\n{\n\treturn n - 1;\n}\n' >entry.c
printf 'int entry(int n);\nint main(int c, char **v)\n{\n\t(void)v;\n\treturn entry(c);\n}\n' >main.c
gcc -g -dA -S entry.c -o plain.s || exit 1
sed -e '/TAG: DW_TAG_subprogram/{n;s/$/\n\t.uleb128 0x6a\n\t.uleb128 0x19/}' -e 's/0x[0-9a-f]*\(\t.*DW_AT_language\)$/0x1c\1/' plain.s >named.s
cmp -s plain.s named.s && fail 'the assembler text has no function'
for kind in plain named; do
	gcc -c $kind.s -o $kind.o && gcc -c main.c && gcc $kind.o main.o -o $kind || exit 1
	gdb -nx -q -batch -ex 'break entry' -ex run -ex 'echo <' -ex bt -ex 'echo >' ./$kind 2>/dev/null | sed -n '/^</,/^>/p' |
		sed 's/^<//; /^>/d' >$kind.want
done
same 'gdb: frames' "$(grep -c '^#' plain.want) $(grep -c '^#' named.want)" '2 1'

for kind in plain named; do
	for turn in first second third; do
		id=$(start --program ./$kind)
		cmd "$id" 'break entry' run bt || fail "$kind, $turn session: $(cat answer.json)"
		jq -j '.[2].raw' answer.json >got
		cmp -s got $kind.want || fail "$kind, $turn session: $(diff got $kind.want)"
		"$tool" stop --session "$id" >/dev/null
	done
done
if [ -z "$box" ]; then
	left=$(find "$XDG_CACHE_HOME" -name '*.gdb-index' | wc -l)
	[ "$left" -ge 1 ] || fail 'no session has left an index: this test cannot fail'
fi
finish
