# shellcheck shell=bash
# What tests of debug sessions share; to be sourced. Sets `dir`, a scratch directory that goes away at
# the end and is the current one, `tool`, and sessions of our own (XDG_RUNTIME_DIR), by which all that
# belongs to them can be told from other processes. A script ends with `finish`.
set -uo pipefail
bad=0
fail() { # MESSAGE…
	echo "FAIL: $*"
	bad=1
}

need() { # TOOL…: fails in CI and skips elsewhere when one is not installed
	local name
	for name in "$@"; do
		command -v "$name" >/dev/null && continue
		echo "$name is missing"
		[ "${CI:-}" = true ] && exit 1
		exit 77
	done
}

need gdb gcc g++ jq
dir=$(mktemp -d -p /var/tmp)
chmod 755 "$dir"
export XDG_RUNTIME_DIR=$dir/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
# shellcheck disable=SC2034  # for the sourcing script
sessions=$XDG_RUNTIME_DIR/faultline
tool=$FL_BIN/debugsession
cd "$dir" || exit 1

stop_all() {
	"$tool" list 2>/dev/null | jq -r '.[].session_id' | while read -r s; do
		"$tool" stop --force --session "$s"
	done >/dev/null 2>&1
}
trap 'stop_all; rm -rf "$dir"' EXIT

start() { # OPTIONS…: start.json, prints the id
	"$tool" start "$@" >"$dir/start.json" 2>"$dir/start.err" || fail "start $*: $(cat "$dir/start.err")"
	jq -r .session_id "$dir/start.json"
}

cmd() { # ID COMMAND…: answer.json; the status is the tool's
	local session=$1 args=() c
	shift
	for c in "$@"; do args+=(--command "$c"); done
	"$tool" cmd --session "$session" "${args[@]}" ${wall:+--timeout "$wall"} >"$dir/answer.json" 2>"$dir/error.json"
}

is() { # WHAT FILTER WANT: of answer.json
	local got
	got=$(jq -r "$2" "$dir/answer.json") || true
	[ "$got" = "$3" ] || fail "$1: $2 is '$got', not '$3'"
}

same() { # WHAT GOT WANT
	[ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"
}

line_of() { # FILE TEXT: the number of the first line that has it
	grep -nF -m 1 -- "$2" "$1" | cut -d: -f1
}

now_ms() { date +%s%3N; }

within() { # WHAT START MILLISECONDS: no more have passed since
	local spent=$(($(now_ms) - $2))
	[ "$spent" -le "$3" ] || fail "$1 took $spent ms"
}

# Each process of ours but this shell: those whose environment names our directory.
processes() {
	local file found
	found=$(grep -lszxF "XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR" /proc/[0-9]*/environ) # and grep has ended by then
	for file in $found; do
		[ -e "$file" ] && echo "${file//[!0-9]/} $(readlink "${file%environ}exe")"
	done
}

nothing_left() { # WHAT: no process and no socket, three seconds from now at the latest
	local left i
	for i in $(seq 30); do
		left=$(processes)
		[ -z "$left" ] && break
		sleep 0.1
	done
	[ -z "$left" ] || fail "$1: processes are left after $i tenths of a second: $left"
	left=$(find "$XDG_RUNTIME_DIR" -name '*.sock')
	[ -z "$left" ] || fail "$1: sockets are left: $left"
}

finish() {
	stop_all
	nothing_left "the end"
	exit "$bad"
}
