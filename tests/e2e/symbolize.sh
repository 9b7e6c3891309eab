#!/usr/bin/env bash
# labels: sanitize slow
# timeout: 900
# The symbolizer against the runtimes' own, for some programs of each sort: function, line and inlined
# frames of the program's own code, blamed place, hash. tests/nightly/symbolize.sh takes all programs.
. "$FL_SRC/tests/support/e2e.sh"
need python3 setarch gcc-12 g++-12 clang-14 clang++-14 clang-19 clang++-19 llvm-symbolizer-14 llvm-symbolizer-19
compare=$FL_SRC/tests/e2e/symbolize/compare.py
groups=$FL_SRC/tests/fixtures/sanitize
python3 "$compare" "$FL_BIN" "$FL_SRC/tests/e2e/symbolize/shapes.cpp" "$groups/address/leak_list.cpp" \
	"$groups/undefined/null_member.cpp" || fail "not as the runtimes have it"
ARGS=library python3 "$compare" "$FL_BIN" "$FL_SRC/tests/e2e/symbolize/shapes.cpp" ||
	fail "not as the runtimes have it in a library"

# moved: the program is elsewhere, under another name, and the report tells the old place
mkdir "$dir/old" "$dir/new"
cp "$groups/address/heap_use_after_free.c" "$dir/old/fault.c"
clang-19 -g -w -fsanitize=address "$dir/old/fault.c" -o "$dir/old/fault" || exit 1
ASAN_OPTIONS=symbolize=0 timeout 20 "$dir/old/fault" 2>"$dir/report"
ASAN_OPTIONS=symbolize=1 timeout 20 "$dir/old/fault" 2>"$dir/named"
want=$("$FL_BIN/san2struct" --to=jsonl "$dir/named")
[[ $want == *'"line":11,'*'"function":"balance_of"'* ]] || fail "the runtime's own report: $want"
mv "$dir/old/fault" "$dir/new/renamed"
got=$("$FL_BIN/san2struct" --to=jsonl --program="$dir/new/renamed" "$dir/report")
[ "$got" = "$want" ] || fail "moved and renamed: $got"
got=$("$FL_BIN/san2struct" --to=jsonl --symbolize "$dir/report" 2>"$dir/complaint")
[[ $got == *'"kind":"heap-use-after-free"'*'"module":"fault"'* ]] || fail "gone: $got"
grep -q 'places are not resolved' "$dir/complaint" || fail "gone, and nothing is said"
exit "$bad"
