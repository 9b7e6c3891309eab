#!/usr/bin/env bash
# labels: slow
# timeout: 3000
# The literals in records are C++: each compiles under g++ and clang++ without a warning, a compiled
# program reads every field of it as its JSON has it, and struct2json gives that JSON. Of each
# kind SAMPLE records each (default 12; "all"). DATASET: of this dataset, not of a small new one.
. "$FL_SRC/tests/support/e2e.sh"
need jq g++ clang++-19
sample=${SAMPLE:-12}
[ "$sample" = all ] && sample=1000000000

data=${DATASET:-}
if [ -z "$data" ]; then
	data=$dir/data
	mkdir "$dir/corpus"
	cp "$FL_SRC"/examples/corpus/{csv_parser.c,lru_cache.c,matrix.cpp} "$dir/corpus"
	"$datasets" build "$dir/corpus" -o "$data" --no-cache --limit 14 --traces 1 --compile-sites 2 \
		--quiet || exit 1
fi

work=$dir/work
mkdir "$work"
for kind in diagnostic_fix sanitizer_fix trace_fix crash_report; do
	count=$("$datasets" cat --kind "$kind" "$data" | wc -l)
	[ "$count" -gt 0 ] || fail "no $kind"
	# Every n-th, so that all programs and operators are there.
	step=$(((count + sample - 1) / sample))
	number=0
	while read -r row; do
		stem=$work/$kind-$((number += 1))
		jq -j .context <<<"$row" >"$stem.literal"
		"$FL_BIN/struct2json" "$stem.literal" >"$stem.json" || fail "struct2json: $(cat "$stem.literal")"
	done < <("$datasets" cat --kind "$kind" "$data" | awk -v step="$step" 'NR % step == 0 || step == 1')
	echo "$kind: $number of $count records"
done

find "$work" -name '*.literal' | sed 's/\.literal$//' | sort >"$dir/stems"
xargs -a "$dir/stems" "$FL_BIN/literal-programs" || fail "not all literals have their markers and twin"

# shellcheck disable=SC2016  # expanded by the inner shell
check='
stem=$1 compiler=$2 program=$1.$2
flags="-std=c++20 -Wall -Wextra -Werror -I$3/include"
if ! $compiler $flags "$stem.cpp" -o "$program" >"$program.log" 2>&1; then
	echo "$compiler refuses a literal:"
elif ! "$program" >"$program.log" 2>&1; then
	echo "a program of $compiler reads a literal otherwise than its JSON:"
else
	exit 0
fi
head -n 10 "$program.log"
head -c 3000 "$stem.literal"
exit 1'
# Each compiler takes half of them; with BOTH=1 each takes all.
turn=0
for compiler in g++ clang++-19; do
	awk -v turn=$((turn++)) -v both="${BOTH:-0}" 'both || int(NR / 2) % 2 == turn' "$dir/stems" >"$dir/turn"
	[ -s "$dir/turn" ] || fail "nothing for $compiler"
	xargs -a "$dir/turn" -P "$(nproc)" -I STEM sh -c "$check" sh STEM "$compiler" "$FL_SRC" ||
		fail "$compiler, or what it built, does not agree"
done
# The check can fail: another number in one twin is seen.
stem=$(head -n 1 "$dir/stems")
sed -i '0,/"line":[0-9]*/s//"line":77777/' "$stem.json"
"$FL_BIN/literal-programs" "$stem" && sh -c "$check" sh "$stem" g++ "$FL_SRC" >/dev/null &&
	fail "another line in the JSON is not noticed"
exit "$bad"
