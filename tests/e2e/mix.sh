#!/usr/bin/env bash
# Rows of real and of synthetic faults in given shares: they hold in what is written, the numbers are
# told, another order gives the same rows, another seed others, and a limit that leaves rows out is
# counted before the shares are.
# timeout: 300
. "$FL_SRC/tests/support/e2e.sh"
need jq
mkdir "$dir/corpus"
cp "$FL_SRC"/examples/corpus/{csv_parser,run_length}.c "$dir/corpus"
cd "$dir" || exit 1
"$datasets" build corpus -o set --no-cache --limit 12 --traces 1 --crashes 0 --inputs 0 -q ||
	fail "build: exit status $?"
# Every fifth record as if it were a real one.
"$datasets" cat set | jq -c 'if input_line_number % 5 == 0 then .provenance.origin = "real" else . end' >rows.jsonl
real=$(jq -r 'select(.provenance.origin == "real").id' rows.jsonl | tee real | wc -l)
all=$(wc -l <rows.jsonl)
[ "$real" -ge 4 ] || fail "only $real of $all rows are real"

export_mix() { "$datasets" export "$@" 2>said; }
parts() { # FILE: real and other rows in it
	jq -r .id "$1" | sort | comm -12 - <(sort real) | wc -l | tr '\n' ' '
	jq -r .id "$1" | sort | comm -23 - <(sort real) | wc -l
}
export_mix --mix=real:50,synthetic:50 rows.jsonl >half || fail "half: exit status $?"
[ "$(parts half)" = "$real $real" ] || fail "half: $(parts half)"
grep -q "^datasets: real: $real of $real rows, 50.0 % of the mix" said || fail "half: $(cat said)"
grep -q "^datasets: synthetic: $real of $((all - real)) rows, 50.0 % of the mix" said || fail "half: $(cat said)"
export_mix --mix=synthetic:99,real:1 rows.jsonl >most || fail "most: exit status $?"
[ "$(parts most)" = "0 $((all - real))" ] || fail "most: $(parts most)"

tac rows.jsonl >turned.jsonl
export_mix --mix=real:50,synthetic:50 turned.jsonl | tac | cmp -s - half || fail "another order gives other rows"
export_mix --mix=real:50,synthetic:50 --seed 2 rows.jsonl >other || fail "seed 2: exit status $?"
[ "$(parts other)" = "$real $real" ] || fail "seed 2: $(parts other)"
! cmp -s half other || fail "another seed gives the same rows"
for limit in $(seq 500 250 9000); do # the least that half of the rows have
	[ "$(export_mix --max-tokens "$limit" rows.jsonl | wc -l)" -lt $((all / 2)) ] || break
done
left=$(sed -n 's/^datasets: \([0-9]*\) records left out: it has more.*/\1/p' said)
export_mix --mix=real:50,synthetic:50 --max-tokens "$limit" --cap 100 rows.jsonl >short || fail "short: exit status $?"
read -r a b < <(parts short)
[ "$a" = "$b" ] && [ "$a" -gt 0 ] || fail "short: $a and $b: $(cat said)"
grep -q "^datasets: $left records left out: it has more than $limit tokens" said || fail "short: $(cat said)"
[ "$(grep -c 'rows passed over' said)" -le 1 ] || fail "short: told twice: $(cat said)"

export_mix --mix=real:1,synthetic:1 set && fail "a mix of what is not there"
grep -q 'there is no row of origin real' said || fail "$(cat said)"
export_mix --mix=real:1 <rows.jsonl && fail "a mix of standard input"
grep -q 'reads its input twice' said || fail "$(cat said)"
exit "$bad"
