#!/usr/bin/env bash
# labels: diag
# timeout: 120
# diag2struct among other programs: closed pipes, files that are not there, where other lines go, and
# several units of one build.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tool=$FL_BIN/diag2struct
bad=0
expect() { # what, got, wanted
	[ "$2" = "$3" ] && return
	echo "$1: got '$2', wanted '$3'"
	bad=1
}
for need in g++-12 clang++-19 jq python3; do
	command -v $need >/dev/null && continue
	echo "$need is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
cd "$dir" || exit 1
for ((i = 0; i < 20000; i++)); do echo "a.c:$i:1: error: the same again"; done >long.log

# Who reads us has enough: no message, whatever SIGPIPE was set to before.
for to in struct jsonl text; do
	for trap in default ignored; do
		(
			[ $trap = ignored ] && trap '' PIPE
			"$tool" --to=$to long.log 2>err
			echo $? >status
		) | head -1 >/dev/null
		expect "$to, trap '$trap': status" "$(cat status)" 141
		expect "$to, trap '$trap': message" "$(cat err)" ""
	done
done
"$tool" --to=jsonl long.log >/dev/full 2>err
expect "full disk" "$?:$(grep -c "No space left" err)" 3:1

# Files, standard input among them; the others are read when one is missing.
echo "b.c:1:1: error: b" >b.log
out=$(echo "a.c:1:1: error: a" | "$tool" --to=jsonl missing.log b.log - 2>err)
expect "missing file: status" $? 3
expect "missing file: named" "$(cat err)" "diag2struct: cannot open missing.log: No such file or directory"
expect "missing file: others" "$(jq -r .message <<<"$out" | xargs)" "b a"
"$tool" --fail-on=error b.log >/dev/null
expect "fail-on" $? 1
"$tool" --fail-on=fatal b.log >/dev/null
expect "fail-on, less bad" $? 0

# Other lines.
printf 'make: Entering\nb.c:1:1: error: b\nlast words\n' >mixed.log
"$tool" --rest=rest.txt mixed.log >/dev/null
expect "rest to a file" "$(cat rest.txt)" "make: Entering
last words"
expect "rest dropped" "$("$tool" mixed.log 2>&1 >/dev/null)" ""
expect "rest to stderr" "$("$tool" --rest=stderr mixed.log 2>&1 >/dev/null)" "$(cat rest.txt)"
"$tool" --rest=mixed.log b.log mixed.log >/dev/null 2>err
expect "rest onto an input" "$?:$(grep -c "is an input as well" err):$(wc -l <mixed.log)" 2:1:3
"$tool" --rest=mixed.log <mixed.log >/dev/null 2>err
expect "rest onto standard input" "$?:$(wc -l <mixed.log)" 2:3
"$tool" --rest=no/such/dir mixed.log >/dev/null 2>&1
expect "rest nowhere" $? 3

# Two units include one header: its warning once, counted.
echo 'static int unused(void) { return 1; }' >h.h
for unit in one two three; do echo '#include "h.h"' >$unit.cpp; done
for cxx in g++-12 clang++-19; do
	for unit in one two three; do $cxx -Wall -c -o /dev/null $unit.cpp; done 2>log
	expect "$cxx: dedup" "$("$tool" --dedup --to=jsonl log | jq -c '[.line, .code, .repeats]')" \
		'[1,"-Wunused-function",2]'
	expect "$cxx: all" "$("$tool" --to=jsonl log | wc -l)" 3
done

# More different ones than are held, in bounded memory: each once, and what came too late is told.
awk 'BEGIN { for (i = 0; i < 300000; i++) {
	printf "f%d.c:%d:5: error: wrong %d\n", i % 977, i + 1, i
	if (i % 1000 == 0) print "h.h:1:1: error: a header of all"
} print "f0.c:1:5: error: wrong 0" }' >huge.log
printf '#!/bin/sh\nexec head -130000 huge.log >&2\n' >g++
chmod +x g++
late() { sed -n 's/^diag2struct: \([0-9]*\) diagnostics came again when.*/\1/p' huge.err; }
(ulimit -v 120000 && exec "$tool" --dedup --to=jsonl huge.log) >huge.out 2>huge.err
expect "huge" "$?:$(wc -l <huge.out):$(sort -u huge.out | wc -l)" 0:300001:300001
expect "huge: what came again" $(($(late) + $(jq -n '[inputs.repeats] | add' huge.out))) 300
expect "huge: in order" "$(sed -n 2p huge.out | jq -r .message),$(tail -1 huge.out | jq .line)" \
	"a header of all,300000"
(ulimit -v 200000 && exec "$tool" --dedup --collect=huge.all -- ./g++) >/dev/null 2>huge.err
expect "huge: --collect" "$?:$(wc -l <huge.all):$(sort -u huge.all | wc -l)" 0:129871:129871
expect "huge: --collect, what came again" $(($(late) + $(jq -n '[inputs.repeats] | add' huge.all))) 129
rm -f huge.* g++

# Real platforms: what is missing is said, and doing it mends it.
cat >p.cpp <<'EOF'
std::optional<int> f();
int main() { return !std::make_unique<int>(1); }
EOF
: >add.h
for cxx in g++-12 clang++-19; do
	for std in 11 20; do
		fixes=$("$tool" --to=jsonl --thought -- $cxx -std=c++$std -include vector -fsyntax-only p.cpp |
			jq -r 'select(.level == "error") | .fix_strategy' | grep -E 'include|compile with' | sort -u)
		if [ $std = 11 ]; then
			expect "$cxx C++11" "$fixes" "compile with -std=c++14, or use std::unique_ptr<T>(new T(...)) instead
compile with -std=c++17, or use std::pair<bool, T> or a pointer instead"
		else
			expect "$cxx C++20" "$fixes" "add #include <memory>
add #include <optional>"
			sed -n 's/add //p' <<<"$fixes" | cat - p.cpp >mended.cpp
			$cxx -std=c++20 -fsyntax-only mended.cpp || { echo "$cxx: not mended"; bad=1; }
		fi
	done
done

# The reasoning is a comment, so that without its markers all compiles; and it reads back.
g++-12 -fsyntax-only p.cpp 2>&1 | "$tool" --thought --markers=none >doc.cpp
for cxx in g++-12 clang++-19; do
	$cxx -std=c++20 -Wall -Wextra -Werror -fsyntax-only doc.cpp || { echo "$cxx: the document"; bad=1; }
done
expect "reads back" "$(g++-12 -fsyntax-only p.cpp 2>&1 | "$tool" --thought | "$FL_BIN/struct2json" | jq -r '.[].line' | xargs)" \
	"$(g++-12 -fsyntax-only p.cpp 2>&1 | "$tool" --to=json | jq -r '.[].line' | xargs)"

# Colours only on a terminal, or when asked for.
expect "no terminal" "$("$tool" --to=text b.log)" "b.c:1:1: error: b"
python3 - "$tool" <<'EOF' || { echo "no colours on a terminal"; bad=1; }
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
subprocess.run([sys.argv[1], "--to=text", "b.log"], stdout=theirs, env=dict(os.environ, TERM="xterm"))
plain, tinted = b"b.c:1:1: error: b", os.read(ours, 4096)
sys.exit(plain in tinted or b"\033[1;31m" not in tinted)
EOF
exit $bad
