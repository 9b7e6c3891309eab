#!/bin/bash
# labels: diag
# timeout: 300
# diag2struct around real compilers, in text and with one-step links, and what it writes of the
# fixtures through a C++ compiler in both styles.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for tool in g++-12 clang++-19 jq; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
fixtures=$FL_SRC/tests/fixtures/diag
tool=$FL_BIN/diag2struct
failed=0
expect() { # what, got, wanted
	[ "$2" = "$3" ] && return
	echo "$1: got '$2', wanted '$3'"
	failed=1
}

cd "$scratch" || exit 1
cp -r "$fixtures/src/." .
for cc in gcc-12 clang-19; do
	cxx=${cc/gcc/g++} cxx=${cxx/clang/clang++}
	for g in "" -g; do
		"$tool" --to=jsonl -- $cc $g link_undefined/main.c link_undefined/helper.c -o x >out
		expect "$cc $g link status" $? 1
		expect "$cc $g symbols" "$(jq -r 'select(.level == "error") | .symbol' out | sort -u | xargs)" \
			"also_missing missing_function missing_variable"
		expect "$cc $g class" "$(jq -r .error_class out | sort -u)" linker
		lines=$(jq -r 'select(.level == "error") | .line' out | sort -un | xargs)
		expect "$cc $g lines" "$lines" "$([ -n "$g" ] && echo '4 8 13' || echo 0)"
	done
	"$tool" --to=jsonl -- $cxx -fsyntax-only misspelt.cpp >out
	expect "$cxx status" $? 1
	expect "$cxx classes" "$(jq -r .error_class out | sort -u)" undefined_symbol
	"$tool" -- $cc -fsyntax-only link_nomain/part.c >out
	expect "$cc clean status" $? 0
	expect "$cc clean output" "$(cat out)" ""
done
expect "truth through a shell" "$(sh -c 'g++-12 -fsyntax-only braces.cpp 2>&1' | "$tool" --to=jsonl |
	jq -rs 'map(.error_class) | unique | join(" ")')" syntax

mkdir -p include/faultline
"$FL_BIN/diag-hpp" >include/faultline/literals.hpp || exit 1
for style in full compact; do
	cat "$fixtures"/out/*/*.text "$fixtures"/out/*/*.color "$fixtures"/out/*/*.json \
		"$fixtures"/out/*/*.link* | "$tool" --style=$style >literals.cpp
	for cxx in g++-12 clang++-19; do
		$cxx -std=c++20 -Wall -Wextra -Werror -fsyntax-only -Iinclude literals.cpp 2>log
		expect "$cxx reads $style" "$?:$(head -5 log)" "0:"
	done
done
exit $failed
