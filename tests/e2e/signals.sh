#!/usr/bin/env bash
# labels: slow
# timeout: 1200
# A build that is interrupted (SIGINT), ended (SIGTERM) or killed (SIGKILL) while it works leaves no
# process, no temporary file and nothing that passes for a dataset; what it had done is in the cache,
# and the next run completes with the bytes of a build that was never disturbed. Replays, an import, and a
# list of a corpus that are ended leave as little. A second signal ends what does not end.
. "$FL_SRC/tests/support/e2e.sh"

mkdir "$dir/corpus"
cp "$FL_SRC"/examples/corpus/{ring_buffer.c,lru_cache.c,base64.c} "$dir/corpus"
build=("$datasets" build "$dir/corpus" --jobs 2 --cache "$dir/cache" --limit 14 --traces 1
	--compile-sites 1 --quiet)

cached() { find "$dir/cache" -type f 2>/dev/null | wc -l; }

# Start a build and send it the signal when it has cached WANT more results.
disturbed() { # SIGNAL WANT EXPECTED-STATUS
	local out=$dir/out-$1 pid status=0 i want=$(($(cached) + $2))
	set -m # a foreground job's signals, so that SIGINT is not ignored
	"${build[@]}" -o "$out" >"$dir/log" 2>&1 &
	pid=$!
	set +m
	for ((i = 0; i < 1200; i++)); do
		[ "$(cached)" -ge "$want" ] && break
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.1
	done
	kill "-$1" "$pid" 2>/dev/null || { fail "$1: the build was over before"; cat "$dir/log"; }
	kill "-$1" "$pid" 2>/dev/null # timeout(1) sends its signal twice at once: it is one
	wait "$pid" 2>/dev/null || status=$?
	[ "$status" = "$3" ] || { fail "$1: exit status $status, not $3"; cat "$dir/log"; }
	[ ! -e "$out/manifest.json" ] || fail "$1: a manifest was written"
	# Control groups of what was killed are removed by the next box.
	nothing_left "$1" "$([ "$1" = KILL ] && echo nogroups)"
	[ "$(find "$out" -type f ! -name '*.jsonl.zst*' 2>/dev/null | wc -l)" = 0 ] || fail "$1: left $(ls "$out")"
	"$datasets" verify "$out" >/dev/null 2>&1 && fail "$1: what is left passes for a dataset"
}

disturbed INT 2 4
disturbed TERM 1 4
disturbed KILL 1 137

before=$(cached)
[ "$before" -ge 4 ] || fail "only $before results were kept"
"${build[@]}" -o "$dir/out-KILL" || fail "the next run: exit status $?"
nothing_left "the next run"
"$datasets" verify "$dir/out-KILL" || fail "the next run's dataset is not right"
"${build[@]}" -o "$dir/whole" --cache "$dir/cache2" || fail "undisturbed: exit status $?"
diff -r "$dir/whole" "$dir/out-KILL" || fail "the completed dataset has other bytes"

# End a command while a box of its own works: what it says goes to $dir/log.
ended() { # SIGNAL WHAT COMMAND…
	local signal=$1 what=$2 pid status=0 i
	shift 2
	set -m
	"$datasets" "$@" >"$dir/log" 2>&1 &
	pid=$!
	set +m
	for ((i = 0; i < 600; i++)); do
		[ "$(our_processes | wc -l)" -ge 3 ] && break # ours, a worker, the first of its box
		kill -0 "$pid" 2>/dev/null || break
		sleep 0.05
	done
	kill "-$signal" "$pid" 2>/dev/null || { fail "$what: it was over before"; cat "$dir/log"; }
	wait "$pid" 2>/dev/null || status=$?
	[ "$status" = 4 ] && grep -q interrupted "$dir/log" || { fail "$what, $signal: exit status $status, not 4"; cat "$dir/log"; }
	nothing_left "$what, $signal"
}
for n in $(seq 200); do
	printf '{"before": "int f%d(void) { return %d }\\n", "after": "int f%d(void) { return %d; }\\n"}\n' "$n" "$n" "$n" "$n"
done >"$dir/pairs.jsonl"
for signal in INT TERM; do
	ended "$signal" replay verify --replay=1000 --jobs=1 "$dir/whole"
	ended "$signal" import import "$dir/pairs.jsonl" -o "$dir/import-$signal" --no-cache --jobs=1 --quiet
	[ ! -e "$dir/import-$signal/manifest.json" ] || fail "import, $signal: a manifest was written"
done

# Who asks once more after two seconds means it: what waits for its standard input ends at once.
# More than a pipe holds goes ahead of the signal, so that it does read.
mkfifo "$dir/rows"
{
	head -c 200000 /dev/zero | tr '\0' ' '
	: >"$dir/is-read"
	exec sleep 60
} >"$dir/rows" &
writer=$!
set -m
"$datasets" import - -o "$dir/import-twice" --no-cache --jobs=1 --quiet <"$dir/rows" >"$dir/log" 2>&1 &
pid=$!
set +m
for ((i = 0; i < 600; i++)); do
	[ -e "$dir/is-read" ] && break
	sleep 0.1
done
sleep 1
kill -TERM "$pid"
sleep 3
kill -TERM "$pid" 2>/dev/null || { fail "twice: it was over after the first signal"; cat "$dir/log"; }
status=0
wait "$pid" 2>/dev/null || status=$?
kill "$writer"
[ "$status" = 143 ] || fail "twice: exit status $status, not 143"
[ ! -e "$dir/import-twice/manifest.json" ] || fail "twice: a manifest was written"
nothing_left twice nogroups
"$datasets" verify --replay=4 --jobs=3 "$dir/whole" >"$dir/log" 2>&1 || { fail "replays: exit $?"; cat "$dir/log"; }
grep -qx 'replayed 4 of 4' "$dir/log" || fail "replays: $(cat "$dir/log")"
nothing_left replays
exit "$bad"
