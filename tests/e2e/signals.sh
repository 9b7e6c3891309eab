#!/usr/bin/env bash
# labels: slow
# timeout: 900
# A build that is interrupted (SIGINT), ended (SIGTERM) or killed (SIGKILL) while it works leaves no
# process, no temporary file and nothing that passes for a dataset; what it had done is in the cache,
# and the next run completes with the bytes of a build that was never disturbed.
. "$FL_SRC/tests/support/e2e.sh"

mkdir "$dir/corpus"
cp "$FL_SRC"/examples/corpus/{ring_buffer.c,lru_cache.c,base64.c} "$dir/corpus"
build=("$datasets" build "$dir/corpus" --jobs 2 --cache "$dir/cache" --limit 30 --traces 1
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
	wait "$pid" 2>/dev/null || status=$?
	[ "$status" = "$3" ] || { fail "$1: exit status $status, not $3"; cat "$dir/log"; }
	[ ! -e "$out/manifest.json" ] || fail "$1: a manifest was written"
	# Control groups of what was killed are removed by the next box.
	nothing_left "$1" "$([ "$1" = KILL ] && echo nogroups)"
	[ "$(find "$out" -type f ! -name '*.jsonl.zst*' | wc -l)" = 0 ] || fail "$1: left $(ls "$out")"
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
exit "$bad"
