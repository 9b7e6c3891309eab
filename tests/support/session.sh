# shellcheck shell=bash
# What tests of debug sessions share; to be sourced, over what tests/support/alone.sh sets. `dir` is the
# current directory; `tool`; sessions of our own (XDG_RUNTIME_DIR), by which all that belongs to them
# can be told from other processes. A script ends with `finish`.
set -o pipefail
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
need gdb gcc g++ jq
export XDG_RUNTIME_DIR=$dir/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
# shellcheck disable=SC2034  # for the sourcing script
sessions=$XDG_RUNTIME_DIR/faultline
tool=$FL_BIN/debugsession
box=${FL_SANDBOX:+--sandbox=$FL_SANDBOX} # an option for each start, where the script is to run in a sandbox
cd "$dir" || exit 1

# Do hardware watchpoints stop on this machine? Asked of gdb, once; in some virtual machines they never do.
watches() {
	if [ -z "${watching:-}" ]; then
		echo 'int g; int main(void) { g = 1; return 0; }' >"$dir/watching.c"
		gcc -g -O0 "$dir/watching.c" -o "$dir/watching" || exit 1
		watching=no
		gdb -nx -q -batch -ex start -ex 'watch g' -ex continue "$dir/watching" 2>&1 | grep -q 'New value = 1' && watching=yes
		rm "$dir/watching.c" "$dir/watching"
		[ $watching = yes ] || echo 'hardware watchpoints do not stop on this machine' >&2
	fi
	[ $watching = yes ]
}

stop_all() {
	"$tool" list 2>/dev/null | jq -r '.[].session_id' | while read -r s; do
		"$tool" stop --force --session "$s"
	done >/dev/null 2>&1
}
kill_all() { processes | while read -r pid _; do kill -9 "$pid"; done 2>/dev/null; }
at_end() {
	stop_all
	kill_all
}

start() { # OPTIONS…: start.json, prints the id
	"$tool" start ${box:+"$box"} "$@" >"$dir/start.json" 2>"$dir/start.err" || fail "start $*: $(cat "$dir/start.err")"
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

# As much more is allowed on a machine that is busy with other things as `at_once` allows.
within() { # WHAT START MILLISECONDS: no more have passed since
	local spent=$(($(now_ms) - $2)) most
	[ "$spent" -le "$3" ] && return
	most=$(($3 + $(slack)))
	[ "$spent" -le "$most" ] || fail "$1 took $spent ms, $most allowed with a load of $(cut -d ' ' -f 1-3 /proc/loadavg)"
}

slack() { # the milliseconds that ten answers take which wait for nothing
	local began
	began=$(now_ms)
	for _ in 1 2 3 4 5; do "$tool" list >/dev/null; done
	echo $((2 * ($(now_ms) - began)))
}

# Something is killed, and who waits for an answer has it within a second; on a machine that is busy with
# other things within as much more as ten answers take that wait for nothing.
at_once() { # WHAT FUNCTION ARGUMENT…: FUNCTION sets `took`, the milliseconds from the kill to the answer
	local what=$1 try most
	shift
	for try in first second; do
		took=''
		"$@"
		[ "${took:-99999}" -le 1000 ] && return
		most=$((1000 + $(slack)))
		echo "$what: ${took:-no} ms in the $try try, $most allowed with a load of $(cut -d ' ' -f 1-3 /proc/loadavg)"
		[ "${took:-99999}" -le "$most" ] && return
	done
	fail "$what took more than a second, twice"
}

# A session's status comes to say something; a machine that is busy with other things may need long.
until_is() { # ID FILTER WANT
	local got
	for _ in $(seq 300); do
		got=$("$tool" status --session "$1" | jq -r "$2")
		[ "$got" = "$3" ] && return
		sleep 0.1
	done
	fail "$2 of $1 is '$got', not '$3'"
}

# Each process of ours but this shell: those whose environment or arguments name our directory.
processes() {
	local pid
	{
		grep -lszxF "XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR" /proc/[0-9]*/environ | grep -o '[0-9]*'
		pgrep -f -- "$dir/"
	} >"$dir/found" # and grep has ended by then
	sort -nu "$dir/found" | while read -r pid; do
		[ -e "/proc/$pid/exe" ] && echo "$pid $(readlink "/proc/$pid/exe") $(tr '\0' ' ' <"/proc/$pid/cmdline")"
	done
}

nothing_left() { # WHAT: no process, socket or directory of a session, five seconds from now at the latest
	local left i
	for i in $(seq 50); do
		left=$(processes)$(find "$XDG_RUNTIME_DIR" -name '*.sock' -o -name '*.d')
		[ -z "$left" ] && return
		sleep 0.1
	done
	fail "$1: left after $i tenths of a second: $left"
}

finish() {
	stop_all
	nothing_left "the end"
	[ -e "$dir/failed" ] && bad=1
	exit "$bad"
}
