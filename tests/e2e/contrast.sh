#!/usr/bin/env bash
# Contrast pairs: one task under two platforms. Each side's fix is what the other side has as its fault, it
# compiles there and not here, which is asked of the compilers once more, without our sandbox; the records
# are valid and replay, and the same bytes come of any number of workers.
# labels: e2e datasets
# timeout: 300
. "$FL_SRC/tests/support/e2e.sh"
need jq
cd "$dir" || exit 1
build() { "$datasets" build --no-cache --seed 3 "$@"; }

build --contrast=simd,mode,2 -j2 -o set --why why >said || fail "build: exit status $?: $(cat why)"
grep -q '^pairs     2 of 2, 4 records' said || fail "$(cat said)"
build --contrast=mode,simd,2 -j1 -o again -q || fail "again: exit status $?"
cmp -s set/diagnostic_fix-00000.jsonl.zst again/diagnostic_fix-00000.jsonl.zst ||
	fail "another number of workers gives other bytes"
"$datasets" validate set >said || fail "validate: $(cat said)"
"$datasets" verify set --replay 2 >said 2>&1 || fail "verify: $(cat said)"
grep -qx 'replayed 2 of 2' said || fail "verify: $(cat said)"
"$datasets" cat set >rows.jsonl
"$datasets" show set/diagnostic_fix-00000.jsonl.zst:1 >said || fail "show: exit status $?"
[ "$("$datasets" export --format messages set | wc -l)" -eq 4 ] || fail "not all are exported"

# Two and two are one task; what one has as its fix the other has as its fault.
jq -es '[.[] | {o: .provenance.origin, s: .provenance.source, p: .platform, b: .buggy, f: .fixed,
		g: .group, c: .error_class}] | [limit(length / 2; range(0; length; 2)) as $i | .[$i:$i + 2]] |
	all(.[]; .[0].s == .[1].s and .[0].b == .[1].f and .[0].f == .[1].b and .[0].p != .[1].p and
		.[0].g == .[1].g and all(.[]; .o == "contrast" and .c == "platform"))' rows.jsonl >/dev/null ||
	fail "the pairs are none"

# What the records say of their builds is so: the fix compiles, the faulty code does not.
while read -r row; do
	mkdir box
	jq -r '.files[] | .path' <<<"$row" | while read -r path; do
		mkdir -p "box/$(dirname "$path")"
		jq -rj --arg path "$path" '.files[] | select(.path == $path).content' <<<"$row" >"box/$path"
	done
	mapfile -t argv < <(jq -r '.build[0].argv[]' <<<"$row")
	(cd box && "${argv[@]}" >/dev/null 2>&1) && fail "the faulty code compiles: ${argv[*]}"
	jq -rj .fixed <<<"$row" >"box/$(jq -r .mutation.file <<<"$row")"
	(cd box && "${argv[@]}" >said 2>&1) || fail "the fix does not compile: ${argv[*]}"
	rm -r box
done < <(jq -c . rows.jsonl)


"$datasets" build --contrast=4 examples -o other 2>said && fail "a corpus was taken"
grep -q 'tasks of its own' said || fail "$(cat said)"
"$datasets" build --contrast=nothing -o other 2>said && fail "an unknown contrast was taken"
grep -q '"nothing"' said || fail "$(cat said)"
exit "$bad"
