#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 400
# The DAP server with a real client, Microsoft's own for tests, each message checked against the schema
# that comes of the protocol's types; what no client should send; and nothing is left when the client,
# the server or its keeper dies.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
# shellcheck source=tests/support/dap.sh
. "$FL_SRC/tests/support/dap.sh" || exit 1
source=$FL_SRC/tests/e2e/dap/shop.cpp
g++ -g -O0 "$source" -o "$dir/shop" || exit 1

out=$(cd "$modules" && timeout -k 5 200 node debug.mjs "$tool" "$dir/shop" "$source" 2>&1) || fail "the client: $out"
out=$(cd "$modules" && timeout -k 5 100 node raw.mjs "$tool" "$dir/shop" 2>&1) || fail "hostile input: $out"

# whoever is killed, the debugger and the program go, too
frame() { printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"; }
words() {
	frame '{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}'
	frame '{"seq":2,"type":"request","command":"launch","arguments":{"program":"'"$dir"'/shop","args":["wait"]}}'
	frame '{"seq":3,"type":"request","command":"configurationDone"}'
}
for victim in keeper server client editor; do
	mkfifo "$dir/in.$victim"
	"$tool" dap <"$dir/in.$victim" >"$dir/out.$victim" 2>"$dir/err.$victim" &
	keeper=$!
	exec 9>"$dir/in.$victim"
	words >&9
	for _ in $(seq 300); do
		grep -q waiting "$dir/out.$victim" && break
		sleep 0.1
	done
	grep -q waiting "$dir/out.$victim" || fail "no program: $(head -c 2000 "$dir/out.$victim")"
	case $victim in
	keeper) kill -9 $keeper ;;
	server) kill -9 "$(pgrep -P $keeper)" ;;
	client) exec 9>&- ;;
	editor) kill -TERM $keeper ;;
	esac
	exec 9>&-
	wait $keeper 2>/dev/null
	nothing_left "the $victim is gone"
done
finish
