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
for victim in keeper server client editor; do
	end_one $victim waiting '{"program":"'"$dir"'/shop","args":["wait"]}'
done
finish
