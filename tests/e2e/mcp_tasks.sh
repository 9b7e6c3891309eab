#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 400
# What the MCP server does in processes of its own, and who waits for what: calls that are sent before
# their session has started, resources, scripts; and nothing is left of them.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need node clang++-19 clang-repl-19
gcc -g -O0 "$FL_SRC/tests/e2e/mcp/list.c" -o "$dir/list" || exit 1
: >"$dir/log"
printf '#!/bin/sh\nprintf x >>%s\nsleep 2\nexec gdb "$@"\n' "$dir/log" >"$dir/slow-gdb"
chmod +x "$dir/slow-gdb"
out=$(timeout -k 5 300 node "$FL_SRC/tests/e2e/mcp/raw.mjs" "$tool" "$dir/list" "$dir/slow-gdb" "$dir/log" 2>&1) || fail "$out"
[ -n "${MCP_TIMES:-}" ] && echo "$out"
[ -e "$dir/escaped" ] && fail "a script went around the gate"
finish
