# shellcheck shell=bash
# What end-to-end scripts share; to be sourced. Sets `dir`, a scratch directory (not below /tmp) that
# goes away at the end, and `datasets`, a copy of the tool by which its processes can be told from
# all others on the machine. A script ends with `exit "$bad"`.
set -u
# A namespace of process ids of its own, where we may make one: what other tests start, kill or leave
# at the same time is neither seen nor taken for ours (control groups carry their namespace's number).
if [ -z "${FL_ALONE:-}" ] && unshare --pid --fork --kill-child --mount-proc true 2>/dev/null; then
	FL_ALONE=yes exec unshare --pid --fork --kill-child --mount-proc bash "$0" "$@"
fi
dir=$(mktemp -d -p /var/tmp)
trap 'chmod -R u+rwX "$dir" 2>/dev/null; rm -rf "$dir"; sweep_groups' EXIT
chmod 755 "$dir"
mkdir "$dir/tmp"
export TMPDIR=$dir/tmp
datasets=$dir/datasets
cp "$FL_BIN/datasets" "$datasets" && chmod 755 "$datasets" || exit 1

bad=0
fail() { # MESSAGE…
	echo "FAIL: $*"
	# shellcheck disable=SC2034  # for the sourcing script
	bad=1
}

need() { # TOOL…: fails in CI and skips elsewhere when one is not installed
	local tool
	for tool in "$@"; do
		command -v "$tool" >/dev/null && continue
		echo "needs $tool"
		[ "${CI:-}" = true ] && exit 1
		exit 77
	done
}

# Run a command with a /tmp of its own where we may make one; what stands there afterwards is
# listed in $dir/left.
with_own_tmp() { # COMMAND…
	: >"$dir/left"
	if [ "$(id -u)" -eq 0 ] && unshare --mount true 2>/dev/null; then
		# shellcheck disable=SC2016  # expanded by the inner shell
		unshare --mount sh -c 'left=$1; shift
			mount --make-rprivate / && mount -t tmpfs none /tmp || exit 99
			"$@"
			status=$?
			find /tmp -mindepth 1 >"$left"
			exit $status' sh "$dir/left" "$@"
	else
		"$@"
	fi
}

our_processes() { find /proc -maxdepth 2 -name exe -lname "$datasets*" 2>/dev/null; }

all_groups() {
	find /sys/fs/cgroup -type d -name "faultline-$(stat -L -c %i /proc/self/ns/pid)-*" 2>/dev/null
}

# What a test left by killing it with its sweeper: nobody else knows these groups any more.
sweep_groups() {
	[ -n "${FL_ALONE:-}" ] || return 0
	all_groups | sort -r | while read -r group; do rmdir "$group" 2>/dev/null; done
}

# What a build killed long ago has left in another control group than ours is not this run's.
groups_before=$(all_groups)

dead_groups() { # control groups of makers that are no more
	local group pid
	all_groups | grep -vxF "${groups_before:-none}" | while read -r group; do
		pid=${group##*/faultline-*-}; pid=${group%-"$pid"}
		[ -e "/proc/${pid##*-}" ] || echo "$group"
	done
}

our_mounts() { grep -E 'faultline|/box' /proc/self/mountinfo | grep -vF "$FL_SRC"; }

# Fail for each thing that a run has left: processes, temporary files, control groups, mounts.
nothing_left() { # WHAT [nogroups]
	local i found
	for i in $(seq 30); do
		[ -n "$(our_processes)" ] || break
		sleep 0.1
	done
	found=$(our_processes)
	[ -z "$found" ] || fail "$1: processes left after $i tenths of a second: $found"
	found=$(find "$dir/tmp" -mindepth 1)
	[ -z "$found" ] || fail "$1: left in the temporary directory: $found"
	[ ! -s "$dir/left" ] || fail "$1: left in /tmp: $(cat "$dir/left")"
	found=$(our_mounts)
	[ -z "$found" ] || fail "$1: mounts left: $found"
	[ "${2:-}" = nogroups ] && return
	found=$(dead_groups)
	[ -z "$found" ] || fail "$1: control groups left: $found"
}
