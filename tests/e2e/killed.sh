#!/usr/bin/env bash
# labels: slow
# timeout: 600
# A build and an import are killed (SIGKILL; the tool alone, or all of its processes at once) at
# moments that a seed draws, some of them while a shard or the manifest is being written, and go on
# by the same command each time. What stands there between is never taken for a dataset, and no file
# of a final name is cut short. In the end the bytes are those of a run that nobody disturbed, and
# nothing is left over. KILLS: how many of each; SEED: of the moments.
. "$FL_SRC/tests/support/e2e.sh"
need zstd
RANDOM=${SEED:-7}
kills=${KILLS:-5}

mkdir "$dir/corpus"
cp "$FL_SRC"/examples/corpus/{csv_parser,run_length}.c "$dir/corpus"
/usr/bin/python3 "$FL_SRC/tests/e2e/import/pairs.py" "$dir" || exit 1
head -n 6 "$dir/pairs.jsonl" >"$dir/few.jsonl"
build=(build "$dir/corpus" --limit 3 --traces 1 --crashes 0 --inputs 0 --jobs 2 --quiet)
import=(import "$dir/few.jsonl" --jobs 2 --quiet)

exec {nothing}<> <(:)
pause() { read -r -t 0.001 -u "$nothing"; } # without a process
now_ms() { echo $(($(date +%s%N) / 1000000)); }

# What a killed run left in OUT: shards that are whole, and no manifest.
check_killed() { # OUT
	local shard
	for shard in "$1"/*.jsonl.zst; do
		[ ! -e "$shard" ] || zstd -tq "$shard" || fail "$shard is not whole"
	done
	! "$datasets" verify "$1" >/dev/null 2>&1 || fail "what a killed run left passes for a dataset"
}

check_whole() { # OUT
	diff -r "$dir/$name" "$1" >&2 || fail "other bytes after $killed kills"
	"$datasets" verify "$1" >/dev/null || fail "not right after $killed kills"
	"$datasets" cat "$1" | grep -o '^{"id":"[^"]*"' | sort | uniq -d >"$dir/twice"
	[ ! -s "$dir/twice" ] || fail "an id comes twice"
}

lives() { [ -e "/proc/$1/exe" ]; } # PID, which may wait to be collected

# Wait for the moment at which a run is killed: three of five times any, else that a file of such a
# name is there.
wait_for() { # PID OUT
	local moments=("*.zst.tmp" "*.zst" "manifest.json.tmp") pattern ms=$((RANDOM % takes))
	if ((killed % 5 % 2 == 0)); then
		sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
		return
	fi
	pattern=${moments[RANDOM % 3]}
	# first those go away that the run before has left
	while lives "$1" && compgen -G "$2/$pattern" >/dev/null; do pause; done
	while lives "$1" && ! compgen -G "$2/$pattern" >/dev/null; do pause; done
}

# Kill a run once; `killed` counts those that were not over before.
kill_once() { # OUT CACHE
	local pid status=0
	"$datasets" "${command[@]}" -o "$1" --cache "$2" >"$dir/log" 2>&1 &
	pid=$!
	wait_for "$pid" "$1"
	if ((RANDOM % 3 == 0)); then
		our_processes | sed 's|/proc/\([0-9]*\)/exe|\1|' | xargs -r kill -KILL 2>/dev/null
	else
		kill -KILL "$pid" 2>/dev/null
	fi
	wait "$pid" 2>/dev/null || status=$?
	nothing_left "killed $killed times" nogroups
	if [ -e "$1/manifest.json" ]; then # it was over before, or nearly
		check_whole "$1"
		rm -rf "$1" "$2"
	elif [ "$status" -eq 137 ]; then
		killed=$((killed + 1))
		writing=$((writing + $(find "$1" -name '*.zst*' 2>/dev/null | wc -l | sed 's/^[1-9].*/1/')))
		check_killed "$1"
	else
		fail "exit status $status: $(cat "$dir/log")"
		return 1
	fi
}

disturb() { # NAME ARGUMENTS…
	local start out=$dir/$1-killed cache=$dir/cache-$1
	name=$1 killed=0 writing=0
	shift
	command=("$@")
	start=$(now_ms)
	"$datasets" "${command[@]}" -o "$dir/$name" --no-cache || { fail "$name: exit status $?"; return; }
	takes=$((($(now_ms) - start) / 2))
	while [ "$killed" -lt "$kills" ] && kill_once "$out" "$cache"; do :; done
	"$datasets" "${command[@]}" -o "$out" --cache "$cache" || fail "$name: the last run: exit status $?"
	check_whole "$out"
	nothing_left "$name"
	echo "$name: killed $killed times, $writing of them while it wrote"
}

example=build disturb build "${build[@]}"
example=import disturb import "${import[@]}"
exit "$bad"
