#!/usr/bin/env bash
# timeout: 300
# Every fixture through eight wrappings (what containers, CI and loggers put before each line) reads
# as it does plain, and so do two and three at a time, their lines mixed. tests/nightly/prefixes.sh
# has all wrappings.
set -u
. "$FL_SRC/tests/support/prefix_inputs.sh"
changed=$("$FL_BIN/prefix-lanes" --only-changed "${inputs[@]}")
[ -z "$changed" ] || { echo "not plain any more: $changed"; exit 1; }
# Under sanitizers, which watch the code and not the figure, one wrapping does.
wrappings=8 rounds=150
grep -q __asan_init "$FL_BIN/prefix-check" && wrappings=1 rounds=20
exec "$FL_BIN/prefix-check" --wrappings=$wrappings --rounds=$rounds "${inputs[@]}"
