#!/bin/sh
# One task of a job array: its part of a build's work, as far as it goes without what other tasks
# have not done yet. part.sh ARRAY OFFSET TASKS, in the directory that `datasets slurm` made.
task=$((SLURM_ARRAY_TASK_ID + $2))
state=state/$1-$task

# Whoever reads the state meanwhile sees the old one or the new one.
mark() {
	printf '%s\n' "$*" >"$state.new" && mv "$state.new" "$state"
}

# Shortly before its time is up, or when its place is wanted, Slurm sends TERM: what is done by then
# is kept.
child=
trap '[ -z "$child" ] || kill -TERM "$child"' TERM
mark "running ${SLURMD_NODENAME:-here}"
sh ./build "--shard=$task/$3" "--jobs=${SLURM_CPUS_PER_TASK:-1}" >"$state.out" &
child=$!
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
	wait "$child"
	code=$?
done
mark "ended $code $(tail -n 1 "$state.out")"
rm -f "$state.out"
exit "$code"
