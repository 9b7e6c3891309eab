#!/usr/bin/env bash
# labels: nightly
# timeout: 5400
# A fresh Debian 12 in a folder (debootstrap, as root): clone, ./quickstart, ./check. With an argument
# (quickstart or check) only that one. FRESH_TREE names a tree to use again, FRESH_USER=1 works as an
# ordinary user with sudo instead of root.
set -eu
[ "$(id -u)" -eq 0 ] || { echo "needs root to make and enter a tree"; exit 77; }
command -v debootstrap >/dev/null || { echo "needs debootstrap"; exit 77; }
src=${FL_SRC:-$(cd "$(dirname "$0")/../.." && pwd)}
tree=${FRESH_TREE:-}
if [ -z "$tree" ]; then
	tree=$(mktemp -d /var/tmp/fresh.XXXXXX)
	trap 'umount -l "$tree/proc" "$tree/dev" "$tree" 2>/dev/null; rm -rf --one-file-system "$tree"' EXIT
	debootstrap --variant=minbase --include=git,gcc,libc6-dev,ca-certificates,sudo bookworm "$tree" >/dev/null
fi
chmod 755 "$tree" # it becomes the root of an ordinary user as well
cp /etc/resolv.conf "$tree/etc/resolv.conf"
printf '127.0.0.1\tlocalhost %s\n' "$(uname -n)" >"$tree/etc/hosts"
rm -rf "$tree/srv/faultline" "$tree/srv/origin.git"
git clone -q --bare "$src" "$tree/srv/origin.git"
what=("$@")
[ "${#what[@]}" -gt 0 ] || what=(quickstart check)

# Mount and pid namespaces of its own, so that nothing is left mounted or running afterwards; the tree
# is made the root by pivot_root, as the kernel gives no user namespace to a user within a chroot.
cat >"$tree/srv/inside" <<'INSIDE'
set -eu
export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
git config --global --add safe.directory '*'
git clone -q /srv/origin.git /srv/faultline
cd /srv/faultline
as=()
if [ -n "${FRESH_USER:-}" ]; then
	id guest >/dev/null 2>&1 || useradd -m guest
	echo 'guest ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/guest
	chown -R guest /srv/faultline
	as=(sudo -u guest -H)
fi
for step in "$@"; do
	start=$(date +%s)
	"${as[@]}" "./$step"
	echo "fresh: ./$step took $(($(date +%s) - start)) s"
done
INSIDE
# shellcheck disable=SC2016  # expanded by the inner shell
unshare --mount --pid --fork --kill-child bash -c '
	set -eu
	tree=$1; shift
	mount --make-rprivate /
	mount --bind "$tree" "$tree"
	mount -t proc proc "$tree/proc"
	mount --rbind /dev "$tree/dev"
	cd "$tree"
	mkdir -p .old
	pivot_root . .old
	exec bash -c "cd / && umount -l /.old && exec bash /srv/inside \"\$@\"" inside "$@"' fresh "$tree" "${what[@]}"
