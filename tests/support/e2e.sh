# shellcheck shell=bash
# What end-to-end scripts of builds share; to be sourced, over what tests/support/alone.sh sets. Sets
# `datasets`, a copy of the tool by which its processes can be told from all others on the machine. A
# script ends with `exit "$bad"`.
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
mkdir "$dir/tmp"
export TMPDIR=$dir/tmp
datasets=$dir/datasets
cp "$FL_BIN/datasets" "$datasets" && chmod 755 "$datasets" || exit 1

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
