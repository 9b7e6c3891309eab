#!/usr/bin/env bash
# labels: nightly
# timeout: 5400
# rlvr-label with gcc 14, in a Debian 13 tree (debootstrap, as root) that has no clang: candidates of
# examples/rlvr get the labels that they deserve. TREE names a tree to use again; SAMPLE, SEED: others.
. "$FL_SRC/tests/support/alone.sh" || exit 1
[ "$(id -u)" = 0 ] || missing "needs root to make and enter a tree"
need debootstrap python3 pivot_root
tree=${TREE:-$dir/tree}
if [ ! -d "$tree/usr" ]; then
	debootstrap --variant=minbase --include=g++,libjansson4,libmicrohttpd12t64,libnettle8t64,libzstd1,libdw1t64 trixie \
		"$tree" >"$dir/debootstrap" || fail "debootstrap: $(tail -1 "$dir/debootstrap")"
fi
mkdir -p "$tree/srv/old"
cp "$FL_BIN/rlvr-label" "$tree/srv"
python3 "$FL_SRC/examples/rlvr/candidates.py" "$dir" --part own,common,answer --sample "${SAMPLE:-120}" --seed "${SEED:-1}" >"$dir/said" ||
	fail "candidates"
cp "$dir/candidates.jsonl" "$tree/srv"

# The tree as the root, by pivot_root: in a chroot the kernel gives nobody a user namespace.
cat >"$tree/srv/inside" <<'INSIDE'
set -eu
mount -t proc proc /proc
mount -t devtmpfs dev /dev 2>/dev/null || mount --rbind /srv/old/dev /dev
[ ! -d /srv/old/sys ] || mount --rbind /srv/old/sys /sys
umount -l /srv/old
cd /srv
./rlvr-label --cxx=g++ --doctor >doctor || true
exec ./rlvr-label -q --cxx=g++ <candidates.jsonl >labels.jsonl
INSIDE
unshare --mount --pid --fork --kill-child sh -c 'mount --make-rprivate / && mount --bind "$1" "$1" && cd "$1" && pivot_root . srv/old &&
	exec /usr/sbin/chroot . /bin/sh /srv/inside' sh "$tree"
status=$?
[ "$status" = 0 ] || fail "status $status: $(cat "$tree/srv/doctor")"
grep '^ok  sanitizers .* 14\.' "$tree/srv/doctor" || fail "the doctor: $(cat "$tree/srv/doctor")"
python3 "$FL_SRC/tests/support/rlvr_verdicts.py" "$dir/expected.jsonl" "$tree/srv/labels.jsonl" || fail "other labels"
exit "$bad"
