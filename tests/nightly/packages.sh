#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# The Debian packages, made by cpack and installed by apt in a fresh Debian 12 (debootstrap, as root): the
# filters alone pull in no libclang, and every tool runs from there. PACKAGES_TREE=DIR keeps the tree.
set -eu
needs=()
command -v debootstrap >/dev/null || needs+=("debootstrap")
[ "$(id -u)" -eq 0 ] || needs+=("root")
[ "${#needs[@]}" -eq 0 ] || { echo "needs ${needs[*]}"; [ "${CI:-}" != true ] || exit 1; exit 77; }
work=$(mktemp -d /var/tmp/packages.XXXXXX)
tree=${PACKAGES_TREE:-$work/tree}
trap 'umount "$tree/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
cmake --preset release -S "$FL_SRC" -B "$work/build" -DFL_WERROR=ON >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
ninja -C "$work/build" --quiet
(cd "$work/build" && cpack -G DEB) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
[ -x "$tree/bin/sh" ] || debootstrap --variant=minbase bookworm "$tree" >"$work/log" 2>&1 || { tail -5 "$work/log"; exit 1; }
mkdir -p "$tree/srv/debs"
rm -f "$tree/srv/debs/"*
cp "$work"/build/*.deb "$tree/srv/debs/"
cp /etc/resolv.conf "$tree/etc/resolv.conf"
mount -t proc proc "$tree/proc"
inside() { chroot "$tree" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y --no-install-recommends "$@" >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }; }
fail() { echo "$1"; exit 1; }
apt update
all=()
for deb in "$tree"/srv/debs/*.deb; do all+=("${deb#"$tree"}"); done
apt install "$(printf '%s\n' "${all[@]}" | grep faultline-filters_)"
inside dpkg -l libclang1-19 2>/dev/null | grep -q '^ii' && [ -z "${PACKAGES_TREE:-}" ] && fail "the filters pull in libclang"
echo 'a.c:1:2: error: x' | inside diag2struct --to=jsonl | grep -q '"line":1' || fail "diag2struct does not read"
[ "$(inside san2struct </dev/null)" = "" ] || fail "san2struct says something about nothing"
apt install "${all[@]}" gcc g++ libc6-dev gdb clang-19 lld-19 libclang-rt-19-dev libdw1 pkg-config
inside debugsession --version
cp "$FL_SRC/examples/corpus/lru_cache.c" "$tree/srv/"
inside sanrun /srv/lru_cache.c || fail "sanrun does not run"
inside datasets build /srv/lru_cache.c -o /srv/out --overwrite --quiet --sites 1 --compile-sites 1 --crashes 0
inside datasets verify /srv/out --replay 2 | tail -n 1 | grep -q 'replayed 2 of 2' || fail "records do not replay"
printf '#include <faultline/diag.h>\nint main(void) { return diag_stream_version()[0] == 0; }\n' >"$tree/srv/version.c"
# shellcheck disable=SC2016  # expanded inside
inside sh -c 'gcc /srv/version.c -o /srv/version $(pkg-config --cflags --libs faultline-diag) && /srv/version' || fail "the library is of no use"
echo 'packages: installed and used'
