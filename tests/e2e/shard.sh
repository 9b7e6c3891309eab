#!/usr/bin/env bash
# A build in parts that share a cache: whatever their order, with one of them killed, what comes out
# is what one process makes. The files of Slurm's jobs, run by hand, do the same.
# timeout: 600
. "$FL_SRC/tests/support/e2e.sh"

mkdir "$dir/corpus" "$dir/corpus/with blank"
cp "$FL_SRC/examples/corpus/csv_parser.c" "$dir/corpus"
cp "$FL_SRC/examples/corpus/run_length.c" "$dir/corpus/with blank"
options=(--limit 8 --traces 1 --crashes 0 --inputs 0 --quiet)
build() { with_own_tmp "$datasets" build "$dir/corpus" "$@" "${options[@]}" 2>"$dir/err"; }

build -o "$dir/one" --cache "$dir/cache1" || fail "no build: $(cat "$dir/err")"

shown() { "$datasets" build "$dir/corpus" --shard "$1" --cache "$dir/cache2" "${options[@]:0:8}" 2>&1; }
waiting=0
for round in 1 2 3 4 5 6 7 8; do
	there=0
	for part in 3/3 1/3 2/3; do
		line=$(shown "$part") || fail "part $part: $line"
		case $line in
		*"waits for"*) waiting=$((waiting + 1)) ;;
		*"all is there"*) there=$((there + 1)) ;;
		*) fail "part $part says: $line" ;;
		esac
		if [ "$round-$part" = 1-1/3 ]; then # one that is killed loses its own work alone
			timeout -s KILL 1 "$datasets" build "$dir/corpus" --shard 2/3 --cache "$dir/cache2" \
				"${options[@]}" 2>"$dir/err"
		fi
	done
	[ "$there" -lt 3 ] || break
done
[ "$there" -eq 3 ] || fail "the parts never end"
[ "$waiting" -ge 2 ] || fail "no part ever waited: nothing was parted"
build -o "$dir/two" --cache "$dir/cache2" || fail "no dataset of the parts: $(cat "$dir/err")"
diff -r "$dir/one" "$dir/two" >&2 || fail "parts make other bytes"

"$datasets" build "$dir/corpus" --shard 1/3 --no-cache 2>"$dir/err" && fail "a part without a cache"
grep -q 'needs a cache' "$dir/err" || fail "without a cache: $(cat "$dir/err")"
"$datasets" build "$dir/corpus" --shard 4/3 2>"$dir/err" && fail "part 4 of 3"
grep -q '4/3 is no part' "$dir/err" || fail "part 4 of 3: $(cat "$dir/err")"

# The jobs, one after the other, as Slurm would start them; no task of the third array is run.
cd "$dir" || exit 1
"$datasets" slurm corpus -o three --tasks 2 --cpus 1 --dry-run "${options[@]:0:8}" >"$dir/said" 2>&1 ||
	fail "no files of jobs: $(cat "$dir/said")"
arrays=$(sed -n 's/^arrays //p' three.cluster/plan)
[ "$arrays" -ge 4 ] || fail "$arrays arrays"
for array in $(seq "$arrays"); do
	[ "$array" -ne 3 ] || continue
	for task in 1 2; do
		(cd three.cluster && SLURM_ARRAY_TASK_ID=$task sh part.sh "$array" 0 2) ||
			fail "task $task of array $array: $(cat "three.cluster/state/$array-$task")"
	done
done
"$datasets" status three >"$dir/said" || fail "no status"
grep -q '^array 1 of .*: 2 ended$' "$dir/said" || fail "the status: $(cat "$dir/said")"
grep -q '^array 3 of .*: 2 to come$' "$dir/said" || fail "of what was not run: $(cat "$dir/said")"
echo "ended 4 interrupted" >three.cluster/state/3-1
echo "running node7" >three.cluster/state/3-2
"$datasets" status three >"$dir/said" || fail "no status"
grep -q '^array 3 of .*: 2 failed' "$dir/said" || fail "of what failed: $(cat "$dir/said")"
grep -q 'task 2: killed' "$dir/said" || fail "of what was killed: $(cat "$dir/said")"
(cd three.cluster && sh merge.sh "$dir/three" --quiet) || fail "merge: $(cat three.cluster/state/merge)"
diff -r "$dir/one" "$dir/three" >&2 || fail "the jobs make other bytes"
"$datasets" status three | grep -q 'three: written$' || fail "the status of what is written"
"$datasets" slurm corpus -o three --tasks 2 --limit 7 --dry-run 2>"$dir/err" && fail "other jobs in one place"
grep -q 'command of other jobs' "$dir/err" || fail "of other jobs: $(cat "$dir/err")"
nothing_left "parts"
exit "$bad"
