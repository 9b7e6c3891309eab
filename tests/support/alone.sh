# shellcheck shell=bash
# What scripts of tests share that start processes; to be sourced. Gives the script a namespace of
# process ids of its own and sets `dir`, a scratch directory (not below /tmp) that goes away at the end
# after a function `at_end`, where the script has one. `bad` is the exit status so far.
set -u
# A namespace of process ids, where we may make one: what other tests start, kill or leave at the same
# time is neither seen nor taken for ours (control groups carry their namespace's number).
if [ -z "${FL_ALONE:-}" ] && unshare --pid --fork --kill-child --mount-proc true 2>/dev/null; then
	FL_ALONE=yes exec unshare --pid --fork --kill-child --mount-proc bash "$0" "$@"
fi
dir=$(mktemp -d -p /var/tmp)
chmod 755 "$dir"
export FL_TEST=$dir # by this a process of the script's is known where there is no such namespace

# A script that forgets its `exit "$bad"` fails all the same.
at_exit() {
	local status=$?
	declare -F at_end >/dev/null && at_end
	[ ! -e "$dir/failed" ] || [ "$status" -ne 0 ] || status=1
	chmod -R u+rwX "$dir" 2>/dev/null
	rm -rf "$dir"
	sweep_groups
	exit "$status"
}
trap at_exit EXIT

bad=0
fail() { # MESSAGE…; `example` names what it is about
	echo "FAIL: ${example:+$example: }$*" >&2
	# shellcheck disable=SC2034  # for the sourcing script
	bad=1
	: >"$dir/failed" # and from a subshell
}

missing() { # MESSAGE…: fails in CI and skips elsewhere
	echo "$*"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}

need() { # TOOL…
	local name
	for name in "$@"; do
		command -v "$name" >/dev/null || missing "needs $name"
	done
}

# The script's own processes whose command line matches, with their names.
own_processes() { # PATTERN
	local pid name
	pgrep -fl "$1" | while read -r pid name; do
		[ -n "${FL_ALONE:-}" ] || grep -qzxF "FL_TEST=$FL_TEST" "/proc/$pid/environ" 2>/dev/null || continue
		echo "$pid $name"
	done
}

all_groups() {
	find /sys/fs/cgroup -type d -name "faultline-box-$(stat -L -c %i /proc/self/ns/pid)-*" 2>/dev/null
}

# What a test left by killing it with its sweeper: nobody else knows these groups any more.
sweep_groups() {
	[ -n "${FL_ALONE:-}" ] || return 0
	all_groups | sort -r | while read -r group; do rmdir "$group" 2>/dev/null; done
}
