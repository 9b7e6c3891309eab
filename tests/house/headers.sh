#!/usr/bin/env bash
# timeout: 300
# Every header compiles by itself.
set -u
shopt -s nullglob
cd "$FL_SRC" || exit 1
bad=0
for header in {base,diag,platform,sanitize,debugsession,tracegen,datasets}/{,*/,*/*/}*.h; do
	echo "#include \"$header\"" |
		gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I. -isystem /usr/lib/llvm-19/include -x c - ||
		{ echo "$header does not compile by itself"; bad=1; }
done
exit $bad
