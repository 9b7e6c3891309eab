#!/usr/bin/env bash
# labels: slow
# timeout: 1200
# Same seed, same bytes: shards and manifest do not depend on --jobs, the working directory, the
# corpus's path and times, the user, the environment, umask, locale or time zone, nor on the cache.
# Another seed gives other bytes.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir"
command -v jq >/dev/null || { echo "needs jq"; [ "${CI:-}" = true ] && exit 1; exit 77; }

bad=0
fail() { echo "FAIL: $*"; bad=1; }

# A copy that anybody may run, wherever the build directory is.
cp "$FL_BIN/datasets" "$dir/datasets"
chmod 755 "$dir/datasets"
mkdir "$dir/corpus" "$dir/far" "$dir/far/away" "$dir/far/alone"
cp "$FL_SRC"/examples/corpus/{ring_buffer.c,union_find.cpp} "$dir/corpus"
echo 'int helper;' >"$dir/corpus/none.c" # so that the manifest has a refusal
for name in union_find.cpp none.c ring_buffer.c; do # the same files, made in another order
	cp "$dir/corpus/$name" "$dir/far/away/$name"
	touch -d 2001-02-03 "$dir/far/away/$name"
done
cp "$dir/far/away/ring_buffer.c" "$dir/far/alone"
chmod -R a+rX "$dir/corpus" "$dir/far"

size=(--sites 1 --traces 1 --compile-sites 1 --share 100 --limit 8 --quiet)

# The names and sha256 of everything in a dataset.
sums() { (cd "$1" && find . -type f -printf '%P\n' | sort | xargs sha256sum); }

same() { # WHAT DIR [AS]: as the first build's, or that one's
	local as=$dir/${3:-first}
	if ! diff <(sums "$as") <(sums "$2") >"$dir/differs"; then
		fail "$1: other bytes"
		cat "$dir/differs"
		diff <(jq . "$as/manifest.json") <(jq . "$2/manifest.json") | head -n 40
		diff <("$dir/datasets" cat "$as" | jq .) <("$dir/datasets" cat "$2" | jq .) |
			cut -c 1-300 | head -n 40
	fi
}

# Another directory, path, environment, umask, locale and time zone.
elsewhere() { # COMMAND…
	(
		umask 027
		cd "$dir/far" || exit 1
		for i in $(seq 400); do
			export "FILLER_$i=$(printf '%0500d' "$i")"
		done
		export LC_ALL=de_DE.UTF-8 LANGUAGE=de LANG=tr_TR.UTF-8 TZ=Pacific/Chatham GCC_COLORS=
		export ASAN_OPTIONS=detect_leaks=0 CPATH=/nonexistent MALLOC_PERTURB_=7 TMPDIR=/var/tmp
		exec "$@"
	)
}

build() { # WHAT COMMAND…
	local what=$1
	shift
	"$@" 2>"$dir/errors" || { fail "$what: exit status $?"; cat "$dir/errors"; }
}

cd "$dir" || exit 1
build "first" ./datasets build corpus -o first --no-cache --jobs 1 --seed 5 "${size[@]}"
[ "$bad" = 0 ] || exit 1
records=$(./datasets cat first | wc -l)
[ "$records" -ge 12 ] || fail "only $records records: too few to tell"
kinds=$(jq '[.shards[].kind] | unique | length' first/manifest.json)
[ "$kinds" = 4 ] || fail "$kinds kinds of records, not 4"
for forbidden in "$dir" "$(hostname)" "$FL_SRC"; do
	! ./datasets cat first | grep -qF "$forbidden" || fail "records name $forbidden"
	! grep -qF "$forbidden" first/manifest.json || fail "the manifest names $forbidden"
done

build "elsewhere" elsewhere ../datasets build away -o ../second --cache "$dir/cache" --jobs 2 \
	--seed 5 "${size[@]}"
same "elsewhere, --jobs 2" second

start=$(date +%s%N)
build "cached" ./datasets build corpus -o third --cache "$dir/cache" --jobs 1 --seed 5 "${size[@]}"
warm=$((($(date +%s%N) - start) / 1000000))
same "from the cache" third
# Without work there are only the compilers' versions and the sandboxes to wait for.
[ "$warm" -lt 8000 ] || fail "a build from the cache took $warm ms"

# One program is enough to see that the seed matters; with the old seed the cache has it.
build "one" ./datasets build corpus/ring_buffer.c -o one --cache "$dir/cache" --seed 5 "${size[@]}"
build "another seed" ./datasets build corpus/ring_buffer.c -o other --no-cache --seed 6 \
	"${size[@]}"
for shard in one/*.jsonl.zst; do
	! cmp -s "$shard" "other/$(basename "$shard")" || fail "seed 6 gives the same $shard"
done

# Another user, with that program; where the kernel gives him no box (a chroot), only root can be tried.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	as=(setpriv --reuid=12345 --regid=12345 --clear-groups env "HOME=$dir/guest")
	mkdir guest
	chown 12345:12345 guest
	if "${as[@]}" unshare --user true 2>/dev/null; then
		build "another user" elsewhere "${as[@]}" ../datasets build alone -o ../guest/out \
			--no-cache --jobs 2 --seed 5 "${size[@]}"
		same "another user" guest/out one
	else
		echo "no user namespaces here: not tried as another user"
	fi
else
	echo "not root: not tried as another user"
fi
exit "$bad"
