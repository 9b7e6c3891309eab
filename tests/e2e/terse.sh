#!/usr/bin/env bash
# labels: property
# timeout: 900
# Terse literals of the fixtures of compilers and sanitizers: C++20 that g++ and clang++ take without
# a warning, in which a compiled program finds every field, and from which struct2json makes the
# tool's JSON without what the style drops (tests/support/terse_keeps.py, the rules of the pages).
. "$FL_SRC/tests/support/e2e.sh"
need python3 g++ clang++-19
fixtures=$FL_SRC/tests/fixtures
documents=0

same_json() { # TOOL STYLE STEM FILES…: STEM.literal, STEM.json
	local tool=$1 style=$2 stem=$3
	shift 3
	cat "$@" >"$stem.log"
	"$FL_BIN/$tool" --to=json "$stem.log" 2>"$stem.said" >"$stem.whole" || fail "$tool --to=json on $stem"
	"$FL_BIN/$tool" "--style=$style" "$stem.log" 2>>"$stem.said" >"$stem.literal" || fail "$tool --style=$style on $stem"
	"$FL_BIN/struct2json" "$stem.literal" >"$stem.json" || fail "struct2json on $stem"
	[ -s "$stem.literal" ] || return 0
	python3 -B "$FL_SRC/tests/support/terse_keeps.py" "$style" <"$stem.whole" | cmp - "$stem.json" ||
		fail "struct2json of $tool --style=$style is not what the rules keep of $stem"
	documents=$((documents + 1))
}

compiles() { # STEM COMPILER
	"$FL_BIN/literal-programs" "$1" || fail "no program of $1"
	"$2" -std=c++20 -Wall -Wextra -Werror -I"$FL_SRC/include" "$1.cpp" -o "$1.out" 2>"$1.log" || {
		fail "$2 refuses $1"
		head -n 10 "$1.log"
		return
	}
	"$1.out" >"$1.log" || { fail "a program of $2 reads $1 otherwise"; head -n 10 "$1.log"; }
}

mapfile -t all < <(find "$fixtures/diag/out" "$fixtures/diag/truth/out" "$fixtures/diag/forms/out" \
	-name '*.text' -o -name '*.json' -o -name '*.color' | sort)
[ "${#all[@]}" -gt 300 ] || fail "only ${#all[@]} fixtures of compilers"
mapfile -t reports < <(find "$fixtures"/sanitize/*/reports -type f | sort)
[ "${#reports[@]}" -gt 1000 ] || fail "only ${#reports[@]} fixtures of sanitizers"
mapfile -t some < <(find "$fixtures/diag/out" -name gcc-12.text -o -name clang-19.text | sort | awk 'NR % 4 < 2')
# A log that means harm: quotes, markers, other bytes, trigraphs.
printf 'a"\\.c:3:4: error: x ??/ // <COMPILE_END> \377\001 \342\200\256) "\\n [-Wx]\n    3 | f("??=", R"(x)");\n      |    ^\n' >"$dir/harm"
for style in terse terse-source; do
	same_json diag2struct "$style" "$dir/all-$style" "${all[@]}"
	same_json diag2struct "$style" "$dir/some-$style" "${some[@]}"
	same_json diag2struct "$style" "$dir/harm-$style" "$dir/harm"
done
# San2struct writes at most some hundred reports of one input as a document.
for ((at = 0; at < ${#reports[@]}; at += 200)); do
	same_json san2struct terse "$dir/reports" "${reports[@]:at:200}"
done
same_json san2struct terse "$dir/few" "${reports[@]:0:60}"
compiles "$dir/some-terse" g++
compiles "$dir/some-terse-source" clang++-19
compiles "$dir/harm-terse-source" g++
compiles "$dir/harm-terse" clang++-19
compiles "$dir/few" g++
compiles "$dir/few" clang++-19
# The check can fail: another number in the twin is seen.
sed -i '0,/"line":[0-9]*/s//"line":77777/' "$dir/harm-terse.json"
(compiles "$dir/harm-terse" g++ >/dev/null 2>&1; exit "$bad") && fail "another line is not noticed"
rm -f "$dir/failed"
echo "$documents documents, ${#all[@]} and ${#reports[@]} fixtures"
exit "$bad"
