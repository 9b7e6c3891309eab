#!/usr/bin/env bash
# What a mutant costs `datasets build`, in CPU time, and against what it cannot do without: compiling
# each mutant alone, by the command lines of its record, one after the other in the same session.
#
# Usage: bench/build/run.sh DATASETS [PROGRAM…]
#
# DATASETS is the tool; the programs are six of examples/corpus unless they are named. All run-time
# sites are tried by one worker, without a cache. Needs jq, and 15 minutes of one processor.
set -eu

here=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -ge 1 ] || { sed -n '5,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
tool=$(realpath "$1")
shift
corpus=$here/examples/corpus
[ $# -gt 0 ] || set -- "$corpus"/{hash_map.c,json_parser.c,bitset.c,lru_cache.c,text_diff.cpp,scheduler.cpp}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/in"
cp "$@" "$dir/in/"

# CPU milliseconds of what was run and waited for since the shell began (proc(5): cutime, cstime).
cpu_ms() {
	local fields
	read -r -a fields <"/proc/$$/stat"
	echo $(((fields[15] + fields[16]) * 1000 / $(getconf CLK_TCK)))
}

# build NAME OPTION…: CPU milliseconds and sites tried, to $dir/NAME.cost
build() {
	local name=$1 before
	shift
	before=$(cpu_ms)
	"$tool" build "$dir/in" -o "$dir/$name" --no-cache --jobs 1 --compile-sites 0 "$@" \
		>"$dir/$name.txt" 2>"$dir/$name.err"
	echo "$(($(cpu_ms) - before)) $(sed -n 's/^run-time faults: \([0-9]*\) of.*/\1/p' \
		"$dir/$name.txt")" >"$dir/$name.cost"
}

build verdicts --traces 0
build traced

# One directory and one script of commands for each faulty program that the records hold.
"$tool" cat "$dir/verdicts" "$dir/traced" | jq -c -s 'map({
	key: [.group, .mutation.offset, .mutation.replacement] | tostring,
	file: .mutation.file, buggy, files: [.files[] | {path, content}],
	build: [.build[].argv | map(@sh) | join(" ")] | join("\n")}) | unique_by(.key)[]' \
	>"$dir/mutants"
count=0
while IFS= read -r row; do
	at=$dir/alone/$count
	mkdir -p "$at"
	jq -r '.build' <<<"$row" >"$at/build.sh"
	jq -j '.buggy' <<<"$row" >"$at/$(jq -r '.file' <<<"$row")"
	count=$((count + 1))
done <"$dir/mutants"
before=$(cpu_ms)
for at in "$dir"/alone/*; do
	(cd "$at" && sh -e build.sh)
done
alone=$((($(cpu_ms) - before) * 100 / count))

report() {
	local ms sites
	read -r ms sites <"$dir/$1.cost"
	awk -v what="$2" -v ms="$ms" -v n="$sites" -v alone="$alone" 'BEGIN {
		printf "%-34s %6d mutants %8.1f CPU-s per 100 %6.2f x compiling alone\n",
			what, n, ms / n / 10, ms * 100 / n / alone }'
}
printf '%-34s %6d mutants %8.1f CPU-s per 100\n' "compiled and linked alone" "$count" \
	"$(awk -v a="$alone" 'BEGIN { print a / 1000 }')"
report verdicts "built and judged"
report traced "and with traces at 4 sites each"
