#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# diag2struct and san2struct as static programs: built for this machine they run on Debian 11, 12 and
# 13 (trees of their own, as root), built for 64-bit Arm under QEMU's user mode; on every committed
# sample they write what the installed ones write. STATIC_TREES=DIR keeps the trees there.
set -eu
needs=()
for tool in debootstrap aarch64-linux-gnu-gcc qemu-aarch64-static; do
	command -v "$tool" >/dev/null || needs+=("$tool")
done
[ "$(id -u)" -eq 0 ] || needs+=("root")
[ "${#needs[@]}" -eq 0 ] || { echo "needs ${needs[*]}"; [ "${CI:-}" != true ] || exit 1; exit 77; }
cd "$FL_SRC"
work=$(mktemp -d /var/tmp/static.XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
trees=${STATIC_TREES:-$work/trees}
mkdir -p "$trees"
bad=0

build() { # NAME CMAKE-ARGUMENTS…
	local to=$work/$1
	shift
	cmake --preset release -B "$to" -DFL_STATIC=ON -DFL_WERROR=ON "$@" >"$to.log" 2>&1 || { tail -20 "$to.log"; exit 1; }
	ninja -C "$to" --quiet
}

mapfile -t diag < <(find tests/fixtures/diag -type f \( -name '*.text' -o -name '*.color' -o -name '*.json' -o -name '*.wrap' -o -name '*.txt' -o -name '*.dia' \) | sort)
mapfile -t san < <(find tests/fixtures/sanitize -type f -name '*.txt' | sort)
[ "${#diag[@]}" -gt 100 ] && [ "${#san[@]}" -gt 100 ] || { echo "only ${#diag[@]} and ${#san[@]} samples seen"; exit 1; }

# Everything that the programs before "--" write of the samples, in one file.
readings() { # OUT HOW…
	local out=$1
	shift
	for file in "${diag[@]}"; do
		echo "== $file"
		"$@" diag2struct --to=jsonl <"$file" 2>&1 || echo "status $?"
	done >"$out"
	for file in "${san[@]}"; do
		echo "== $file"
		"$@" san2struct --to=json --exit=1 <"$file" 2>&1 || echo "status $?"
	done >>"$out"
}
here() { "$FL_BIN/$1" "${@:2}"; }
arm() { qemu-aarch64-static "$work/arm/bin/$1" "${@:2}"; }
compare() { # NAME
	if cmp -s "$work/expected" "$work/readings"; then
		echo "$1: the same readings of $((${#diag[@]} + ${#san[@]})) samples"
	else
		echo "$1: differs"
		diff "$work/expected" "$work/readings" | head -10
		bad=1
	fi
}

readings "$work/expected" here
build x86
for program in "$work"/x86/bin/*; do
	ldd "$program" 2>&1 | grep -q 'not a dynamic' || { echo "$program needs libraries"; bad=1; }
done
for release in bullseye bookworm trixie; do
	[ -x "$trees/$release/bin/sh" ] || debootstrap --variant=minbase "$release" "$trees/$release" >"$work/log" 2>&1 ||
		{ tail -5 "$work/log"; exit 1; }
	cp "$work"/x86/bin/* "$trees/$release/usr/bin/"
	readings "$work/readings" chroot "$trees/$release"
	compare "$release"
done
packages/arm64-sysroot "$work/sysroot"
build arm -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DFL_SYSROOT="$work/sysroot"
readings "$work/readings" arm
compare aarch64
exit $bad
