#!/usr/bin/env bash
# timeout: 300
# Every header compiles by itself: the first thing that NAME.c includes is NAME.h, which the build
# has shown then, and all others are tried here.
set -u
shopt -s nullglob
cd "$FL_SRC" || exit 1
bad=0
tried=0
for header in {base,diag,platform,sanitize,debugsession,tracegen,datasets}/{,*/,*/*/}*.h; do
	source=${header%.h}.c
	[ -e "$source" ] && [ "$(grep -m1 '^#include' "$source")" = "#include \"$header\"" ] && continue
	tried=$((tried + 1))
	echo "#include \"$header\"" |
		gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I. -isystem /usr/lib/llvm-19/include -x c - ||
		{ echo "$header does not compile by itself"; bad=1; }
done
[ "$tried" -gt 50 ] || { echo "only $tried headers were tried"; bad=1; }
exit $bad
