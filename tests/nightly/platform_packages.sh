#!/usr/bin/env bash
# labels: nightly platform
# timeout: 86400
# Static reading of real packages against what their build systems say (bench/platform): 60 by one
# seed, 20 more by another. Needs root, debootstrap and the archive; what was fetched is kept in
# $FL_PLATFORM_CACHE, where there is one.
set -u
for need in debootstrap unshare setpriv /usr/bin/python3; do
	command -v $need >/dev/null && continue
	echo "$need is missing"
	exit 77
done
[ "$(id -u)" = 0 ] || exit 77
cache=${FL_PLATFORM_CACHE:-}
if [ -z "$cache" ]; then
	cache=$(mktemp -d)
	trap 'rm -rf "$cache"' EXIT
fi
bench=$FL_SRC/bench/platform
"$bench" truth --cache="$cache" --seed=16 || exit 1
"$bench" truth --cache="$cache" --seed=17 --want=8,4,4,4 --without=16 || exit 1
for seed in 16 17; do
	"$bench" compare --cache="$cache" --seed=$seed --tool="$FL_BIN/platform-tag" --check || exit 1
done
