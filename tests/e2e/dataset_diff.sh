#!/usr/bin/env bash
# Two datasets beside each other: what both have, what one alone has, what changed, and what their
# manifests say; as text, as JSON, and by the exit status.
# timeout: 120
. "$FL_SRC/tests/support/e2e.sh"
need jq

fixture=$FL_SRC/tests/fixtures/datasets/version1
"$datasets" cat "$fixture" >"$dir/all" || fail "no records"
rows=$(wc -l <"$dir/all")
"$datasets" diff "$fixture" "$fixture" >"$dir/said" || fail "a set differs from itself"
grep -Eq "^records +$rows +$rows$" "$dir/said" || fail "of itself: $(cat "$dir/said")"

head -n 5 "$dir/all" >"$dir/few"
"$datasets" diff "$fixture" "$dir/few" >"$dir/said"
[ $? -eq 1 ] || fail "the status of a difference"
"$datasets" diff --json "$fixture" "$dir/few" >"$dir/json"
jq -e --argjson n "$rows" '.same == 5 and .old_only == $n - 5 and .new_only == 0 and .changed == 0' "$dir/json" \
	>/dev/null || fail "of a part: $(cat "$dir/json")"
kinds=$(jq -r .kind "$dir/all" | sort | uniq -c | wc -l)
few=$(jq -r .kind "$dir/few" | sort | uniq -c | wc -l)
[ "$kinds" -gt "$few" ] || fail "the fixture has too few kinds"
# By a second route: what each kind has on either side.
for kind in $(jq -r .kind "$dir/all" | sort -u); do
	old=$(jq -r .kind "$dir/all" | grep -cx "$kind")
	new=$(jq -r .kind "$dir/few" | grep -cx "$kind")
	[ "$old" -eq "$new" ] && continue
	jq -e --arg kind "$kind" --argjson old "$old" --argjson new "$new" \
		'any(.shifts[]; .column == "kind" and .word == $kind and .old_rows == $old and .new_rows == $new)' \
		"$dir/json" >/dev/null || fail "$kind has $old and $new records: $(cat "$dir/json")"
done

# The same fault told in another way is changed; its order does not matter.
jq -c 'if .kind == "trace_fix" then .prompt += " " | .id = ("0" * 32) else . end' "$dir/all" | tac >"$dir/other"
traces=$(grep -c '"kind":"trace_fix"' "$dir/all")
"$datasets" diff --json "$dir/all" "$dir/other" >"$dir/json"
jq -e --argjson n "$traces" '.changed == $n and .old_only == 0 and .new_only == 0' "$dir/json" >/dev/null ||
	fail "of what changed: $(cat "$dir/json")"

# Manifests: the arguments that one of them alone has.
cp -r "$fixture" "$dir/moved"
mkdir "$dir/corpus"
cp "$FL_SRC/examples/corpus/run_length.c" "$dir/corpus"
"$datasets" build "$dir/corpus" -o "$dir/one" --no-cache --quiet --limit 3 --traces 0 --crashes 0 --inputs 0 --compile-sites 1 \
	2>"$dir/err" || fail "no build: $(cat "$dir/err")"
"$datasets" diff "$fixture" "$dir/one" >"$dir/said"
grep -q '^argument, old alone: --limit=6$' "$dir/said" || fail "of arguments: $(cat "$dir/said")"
grep -q '^argument, new alone: --limit=3$' "$dir/said" || fail "of arguments: $(cat "$dir/said")"

"$datasets" diff "$fixture" 2>"$dir/err"
[ $? -eq 2 ] || fail "one set is enough"
"$datasets" diff "$fixture" "$dir/none" 2>"$dir/err"
[ $? -eq 3 ] || fail "the status of what is not there: $(cat "$dir/err")"
printf '{"kind":\n' >"$dir/broken"
"$datasets" diff "$fixture" "$dir/broken" 2>"$dir/err"
grep -q 'broken:1' "$dir/err" || fail "of a broken row: $(cat "$dir/err")"
exit "$bad"
