#!/usr/bin/env bash
# A standard stream that is closed is told, and no file of ours takes its place; a cache that is a file,
# and a port that there is not, are told as well.
. "$FL_SRC/tests/support/alone.sh" || exit 1
bin=$FL_BIN
refused() { # STATUS WORDS COMMAND…: it ends at once, and says why
	local want=$1 words=$2 status
	shift 2
	timeout -k 5 60 "$@" >"$dir/out" 2>"$dir/err"
	status=$?
	[ "$status" -eq "$want" ] || fail "$*: status $status: $(cat "$dir/err")"
	grep -q "$words" "$dir/err" || fail "$*: $(cat "$dir/err")"
}
# shellcheck disable=SC2016  # expanded by the inner shell
without_input() { refused "$1" 'Bad file descriptor' bash -c '"$@" <&-' closed "${@:2}"; }
without_input 3 "$bin/diag2struct"
without_input 4 "$bin/san2struct"
without_input 4 "$bin/rlvr-label" -q
without_input 4 "$bin/debugsession" mcp
without_input 4 "$bin/debugsession" dap
refused 4 'Bad file descriptor' bash -c '"$@" >&-' closed "$bin/tracegen" ops

printf '{"id": "a", "code": "int main() {}"}\n' >"$dir/candidates"
refused 3 'Not a directory' "$bin/rlvr-label" "--cache=$dir/candidates" <"$dir/candidates"
refused 3 'Not a directory' "$bin/rlvr-label" --cache=/dev/full <"$dir/candidates"
for port in 65536 99999 4294967376 -1 0x50 8080x; do
	refused 2 'the port is a number' "$bin/rlvr-label" "--serve=127.0.0.1:$port"
done
exit "$bad"
