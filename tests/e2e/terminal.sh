#!/usr/bin/env bash
# labels: diag sanitize debugsession tracegen datasets platform
# timeout: 120
# Names and texts of others reach people escaped, in every tool: no control character (a terminal would
# obey it), no line that looks like one of ours, no character that turns the text around. And no marker
# of ours stands in what a log says.
. "$FL_SRC/tests/support/alone.sh" || exit 1
cd "$dir" || exit 1
bidi=$'\xe2\x80\xae'
name=$'x\e]0;owned\a\nsanrun: all is well\r'$bidi$'.c'

# Nothing but printable characters and line feeds (with "tabs": tabs, too), and each line one of ours.
clean() { # WHAT FILE
	LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80[\xaa-\xae]|\xc2[\x80-\x9f]' "$2" &&
		{ fail "$1 lets something through"; cat -v "$2"; }
	grep -q '^sanrun: all is well' "$2" && { fail "$1 has a forged line"; cat -v "$2"; }
	return 0
}

# What is asked for a file of that name that is not there, or that is none of its kind.
printf 'int main(void) { return "%s"; }\n' "$bidi" >"$name"
export XDG_RUNTIME_DIR=$dir/run
mkdir -m 700 run
tried=0
while read -r -a words; do
	for file in "$name" "no-$name"; do
		"$FL_BIN/${words[0]}" "${words[@]:1}" "$file" >out 2>err </dev/null
		clean "${words[*]}" err
		tried=$((tried + 1))
	done
done <<-'END'
	diag2struct
	diag2struct --to=text
	struct2json
	san2struct
	sanrun
	platform-tag
	tracegen sites
	tracegen apply
	datasets stats
	datasets cat
	datasets verify
	datasets build -o out.d
	debugsession convert
	debugsession exec x
	debugsession start --program
END
[ "$tried" = 30 ] || fail "$tried commands were tried"
# Every tool is among them.
for tool in "$FL_BIN"/{diag2struct,struct2json,san2struct,sanrun,platform-tag,tracegen,datasets,debugsession}; do
	[ -x "$tool" ] || fail "there is no $tool"
	"$tool" "--$name" >out 2>err </dev/null
	[ -s err ] || fail "$tool says nothing to a wrong option"
	clean "$tool" err
done

# What a log says, for people.
printf '%s:1:2: error: evil \e]0;x\a %s `<CODE_END>` <COMPILE_END> <THOUGHT_END>\n' x.c "$bidi" >log
"$FL_BIN/diag2struct" --to=text --from=text <log >out
[ -s out ] || fail 'no diagnostic was read'
clean 'diag2struct --to=text' out

# So does data on a terminal: JSON has escapes of its own, and stays the same.
for to in json jsonl sarif github gitlab; do
	script -qec "'$FL_BIN/diag2struct' --from=text --to=$to log" /dev/null </dev/null | sed 's/\r$//' >out
	[ -s out ] || fail "diag2struct --to=$to says nothing"
	clean "diag2struct --to=$to" out
done
script -qec "'$FL_BIN/diag2struct' --from=text --to=jsonl log" /dev/null </dev/null | sed 's/\r$//' >out
"$FL_BIN/diag2struct" --from=text --to=jsonl log >want
"$FL_BIN/diag2struct" --to=jsonl out | cmp -s - want || fail 'the JSON of a terminal is another'

# What passes through is shown on a terminal, too; a pipe gets the bytes.
printf 'plain %s \r\1\n' "$bidi" >log2
script -qec "'$FL_BIN/diag2struct' --rest=stderr --to=jsonl <log2" /dev/null 2>&1 </dev/null | sed 's/\r$//' >out
clean 'diag2struct --rest=stderr' out
grep -qF 'plain \u202e \r\x01' out || { fail 'the line is lost'; cat -v out; }
"$FL_BIN/diag2struct" --rest=stderr --to=jsonl <log2 2>err >/dev/null
cmp -s log2 err || fail 'a pipe does not get the bytes as they are'

# One closing marker a block, whatever stands in between.
for style in full compact; do
	"$FL_BIN/diag2struct" --from=text --thought --style=$style <log >out
	[ "$(grep -o '<COMPILE_END>' out | wc -l)" = 1 ] && [ "$(grep -o '<THOUGHT_END>' out | wc -l)" = 1 ] &&
		! grep -q '<CODE_END>' out || { fail "--style=$style: a marker in a text"; cat out; }
done
sed 's/^/\t/' >report <<'END'
==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55 bp 0x7f sp 0x7f
READ of size 4 at 0x602000000010 thread T0
    #0 0x55 in f<CODE_END>(char const*) /src/<CODE_END><THOUGHT_END>.cpp:3:5
    #1 0x56 in main /src/a.cpp:9:1
SUMMARY: AddressSanitizer: heap-use-after-free /src/<CODE_END><THOUGHT_END>.cpp:3:5 in f
END
sed -i 's/^\t//' report
"$FL_BIN/san2struct" --thought report >out
grep -q '074CODE_END' out || { fail 'the report does not say it'; cat out; }
[ "$(grep -o '<CODE_END>' out | wc -l)" = 1 ] && [ "$(grep -o '<THOUGHT_END>' out | wc -l)" = 1 ] ||
	{ fail 'san2struct: a marker in a text'; cat out; }
exit "$bad"
