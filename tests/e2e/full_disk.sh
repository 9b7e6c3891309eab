#!/usr/bin/env bash
# labels: slow
# timeout: 600
# A disk that is full: what is written there fails with a message that names the file and says what to
# do, leaves no file of a final name that is not whole, and no manifest; the same command goes on when
# there is room. A cache that is full costs no dataset, and is told once, and counted.
if [ -z "${FL_MOUNTS:-}" ]; then
	own=(unshare --mount)
	[ "$(id -u)" -eq 0 ] || own=(unshare --user --map-root-user --mount)
	"${own[@]}" true 2>/dev/null || { echo "needs mounts of its own"; [ "${CI:-}" = true ] && exit 1; exit 77; }
	FL_MOUNTS=yes exec "${own[@]}" bash "$0" "$@"
fi
. "$FL_SRC/tests/support/e2e.sh"
need zstd
small=$dir/small
mkdir "$dir/corpus" "$small"
cp "$FL_SRC/examples/corpus/run_length.c" "$dir/corpus"
/usr/bin/python3 "$FL_SRC/tests/e2e/import/pairs.py" "$dir" || exit 1
head -n 4 "$dir/pairs.jsonl" >"$dir/few.jsonl"
build=(build "$dir/corpus" --limit 6 --traces 1 --crashes 0 --inputs 0)
import=(import "$dir/few.jsonl")

empty_disk() { umount "$small" 2>/dev/null; mount -t tmpfs -o "size=$1" none "$small" || exit 1; }
# Without the options that it has: an ordinary user may not name the owner again.
room() { mount --options-mode ignore -o "remount,size=$1" "$small"; }
at_end() { umount "$small" 2>/dev/null; }

# It fails for want of room, says where and what to do, and nothing there is cut short; 1: it does not.
full() { # WHERE COMMAND…
	local where=$1 status shard
	shift
	"$datasets" "$@" >"$dir/out" 2>"$dir/err"
	status=$?
	[ "$status" -ne 0 ] || return 1
	[ "$status" -eq 3 ] || fail "$*: status $status: $(cat "$dir/err")"
	grep -q "$where.*No space left on device; make room there, and run the same command again$" "$dir/err" ||
		fail "$*: $(cat "$dir/err")"
	[ "$(wc -l <"$dir/err")" -eq 1 ] || fail "$*: says more: $(cat "$dir/err")"
	[ -z "$(find "$small" -name manifest.json)" ] || fail "$*: a manifest"
	for shard in "$small"/*/*.jsonl.zst; do
		[ ! -e "$shard" ] || zstd -tq "$shard" || fail "$*: $shard is not whole"
	done
	return 0
}
is_full() { full "$@" || fail "no failure: ${*:2}"; }

for name in build import; do
	declare -n command=$name
	"$datasets" "${command[@]}" -q -o "$dir/$name" --cache "$dir/cache" || fail "$name: exit status $?"
done
[ "$bad" -eq 0 ] || exit 1

# Wherever it is that the room ends: in the spool, a shard or the manifest.
for name in build import; do
	declare -n command=$name
	seen=
	empty_disk 4k
	spool=$("$datasets" cat "$dir/$name" | wc -c)
	[ $name = build ] || spool=0
	for kb in 4 $(seq $((spool / 1024)) 8 $((spool / 1024 + 400))); do
		room "$((kb > 4 ? kb : 4))k"
		full "$small/out" "${command[@]}" -q -o "$small/out" --cache "$dir/cache" || break
		seen+=$(grep -o 'spool\|jsonl.zst.tmp\|manifest.json.tmp' "$dir/err")
	done
	diff -r "$dir/$name" "$small/out" >&2 || fail "$name: other bytes when there was room"
	case $name-$seen in
	build-*spool*zst.tmp*manifest.json.tmp* | import-*zst.tmp*) ;;
	*) fail "$name: it was full in these places alone: $seen" ;;
	esac
	empty_disk 64m
done

# A cache without room.
empty_disk 8k
for name in build import; do
	declare -n command=$name
	"$datasets" "${command[@]}" -o "$dir/$name-2" --cache "$small/cache" >"$dir/out" 2>"$dir/err" ||
		fail "$name, full cache: exit status $?"
	[ "$(grep -c "results are not kept in the cache.*$small/cache.*No space left" "$dir/err")" -eq 1 ] ||
		fail "$name, full cache: $(cat "$dir/err")"
	grep -q '^  not kept  *[1-9][0-9]* results' "$dir/out" || fail "$name, full cache: not counted"
	diff -r "$dir/$name" "$dir/$name-2" >&2 || fail "$name, full cache: other bytes"
done
# A part of a build has no other place for what it does.
is_full "$small/cache" "${build[@]}" --shard 1/1 --cache "$small/cache"
umount "$small" && mount -t tmpfs -o nr_inodes=1 none "$small"
is_full "no cache (choose a place.*$small/cache" "${build[@]}" -o "$dir/none" --cache "$small/cache"

# Nothing is written to the temporary directory.
empty_disk 4k
head -c 4096 /dev/zero >"$small/fill"
TMPDIR=$small "$datasets" "${build[@]}" -q -o "$dir/build-3" --no-cache || fail "full TMPDIR: exit status $?"
diff -r "$dir/build" "$dir/build-3" >&2 || fail "full TMPDIR: other bytes"

# What prints, and what writes files.
empty_disk 4k
for args in "export $dir/build" "cat $dir/build" "dedup $dir/build"; do
	# shellcheck disable=SC2086  # several words
	"$datasets" $args >"$small/rows" 2>"$dir/err"
	[ $? -eq 3 ] || fail "$args: no failure"
	grep -q '^datasets: standard output: .*No space left on device; make room' "$dir/err" ||
		fail "$args: $(cat "$dir/err")"
	rm "$small/rows"
done
is_full "$small/page.html" report "$dir/build" -o "$small/page.html"
is_full "$small/README.md" card "$dir/build" -o "$small/README.md"
is_full "$small/split/[a-z]*.jsonl" split "$dir/build" -o "$small/split"
[ -z "$(find "$small" -type f)" ] || fail "left: $(find "$small" -type f)"
printf '{"text": "one and the same"}\n%.0s' 1 2 >"$dir/twice.jsonl"
dd if=/dev/zero of="$small/fill" bs=4k 2>/dev/null
is_full "$small/why" dedup "$dir/twice.jsonl" --why "$small/why"
is_full "$small/jobs.cluster/" slurm "$dir/corpus" -o "$small/jobs" --dry-run
rm "$small/fill"
[ -z "$(find "$small" -type f)" ] || fail "left: $(find "$small" -type f)"
room 64m
"$datasets" slurm "$dir/corpus" -o "$small/jobs" --dry-run >/dev/null || fail "slurm with room: exit status $?"
"$datasets" split "$dir/build" -o "$small/split" 2>/dev/null || fail "split with room: exit status $?"
"$datasets" report "$dir/build" -o "$small/page.html" 2>/dev/null || fail "report with room: exit status $?"
"$datasets" card "$dir/build" -o "$small/README.md" || fail "card with room: exit status $?"
nothing_left "the end"
exit "$bad"
