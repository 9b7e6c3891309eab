#!/bin/sh
# The last job: the build itself, of what the tasks left in the cache; it does what they did not.
# merge.sh OUT [--overwrite], in the directory that `datasets slurm` made.
printf 'running %s\n' "${SLURMD_NODENAME:-here}" >state/merge
sh ./build -o "$@" "--jobs=${SLURM_CPUS_PER_TASK:-1}"
code=$?
printf 'ended %s\n' "$code" >state/merge
exit "$code"
