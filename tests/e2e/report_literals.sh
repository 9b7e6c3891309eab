#!/usr/bin/env bash
# labels: property slow
# timeout: 1800
# The reports of every fixture of the sanitizers, as literals in both styles: C++20 that g++ and
# clang++ take without a warning, in which a compiled program finds every field as the JSON has it,
# and from which struct2json makes that JSON. A group's reports are taken 40 files at a time; struct2json
# gets both styles of each lot, a compiler one (BOTH=1: both get both, as tests/nightly/literals.sh has
# it).
. "$FL_SRC/tests/support/e2e.sh"
need g++ clang++-19
fixtures=$FL_SRC/tests/fixtures/sanitize
files=0

make_stem() { # STEM STYLE FILES…
	local stem=$1 style=$2
	shift 2
	cat "$@" | "$FL_BIN/san2struct" --to=json >"$stem.json" || fail "san2struct --to=json on $*"
	cat "$@" | "$FL_BIN/san2struct" "--style=$style" >"$stem.literal" || fail "san2struct on $*"
	[ -s "$stem.literal" ] || { # a group of runs without a report
		rm "$stem.literal" "$stem.json"
		return 0
	}
	"$FL_BIN/struct2json" "$stem.literal" | cmp - "$stem.json" || fail "struct2json gives other JSON of $stem"
	echo "$stem" >>"$dir/stems"
}

while read -r group _; do
	case $group in '' | '#'*) continue ;; esac
	mapfile -t reports < <(find "$fixtures/$group/reports" -type f | sort)
	[ "${#reports[@]}" -gt 0 ] || fail "the group $group has no reports"
	files=$((files + ${#reports[@]}))
	for ((at = 0; at < ${#reports[@]}; at += 40)); do
		for style in full compact; do
			make_stem "$dir/$group-$at-$style" "$style" "${reports[@]:at:40}"
		done
	done
done <"$fixtures/groups"
xargs -a "$dir/stems" "$FL_BIN/literal-programs" || fail "not all literals have their markers and twin"

# shellcheck disable=SC2016  # expanded by the inner shell
check='
stem=$1 compiler=$2 program=$1.$2
if ! $compiler -std=c++20 -Wall -Wextra -Werror -I"$3/include" "$stem.cpp" -o "$program" >"$program.log" 2>&1; then
	echo "$compiler refuses $stem:"
elif ! "$program" >"$program.log" 2>&1; then
	echo "a program of $compiler reads $stem otherwise than its JSON:"
else
	exit 0
fi
head -n 10 "$program.log"
exit 1'
# By lots: g++ the full style, clang++ the compact one, g++ the compact one, clang++ the full one.
turn=0
for compiler in g++ clang++-19; do
	awk -v turn=$((turn++)) -v both="${BOTH:-0}" '{ lot = int((NR - 1) / 2) } both ||
		lot % 2 == turn && (NR - 1 + int(lot / 2)) % 2 == turn' "$dir/stems" >"$dir/turn"
	[ -s "$dir/turn" ] || fail "nothing for $compiler"
	xargs -a "$dir/turn" -P "$(nproc)" -I STEM sh -c "$check" sh STEM "$compiler" "$FL_SRC" ||
		fail "$compiler, or what it built, does not agree"
done
# The check can fail: another number in one twin is seen.
stem=$(head -n 1 "$dir/stems")
sed -i '0,/"line":[0-9]*/s//"line":77777/' "$stem.json"
"$FL_BIN/literal-programs" "$stem" && sh -c "$check" sh "$stem" g++ "$FL_SRC" >/dev/null &&
	fail "another line in the JSON is not noticed"
echo "$files fixtures in $(wc -l <"$dir/stems") documents"
[ "$files" -ge 100 ] || fail "only $files fixtures"
exit "$bad"
