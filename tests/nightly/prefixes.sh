#!/usr/bin/env bash
# timeout: 3600
# As tests/golden/prefixes.sh, through all wrappings, with three seeds.
set -u
. "$FL_SRC/tests/support/prefix_inputs.sh"
bad=0
for seed in 1 2 3; do
	echo "seed $seed"
	"$FL_BIN/prefix-check" --seed="$seed" --rounds=2000 "${inputs[@]}" || bad=1
done
exit $bad
