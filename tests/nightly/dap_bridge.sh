#!/usr/bin/env bash
# labels: nightly
# timeout: 600
# An agent debugs C through a bridge from MCP to DAP that others made, mcp-debugger of npm, and the DAP
# server. The bridge can be told of no adapter but those that it knows: it takes a program of ours for
# Python, and what that starts at the port of Python's adapter for this. Its questions about
# Python a real one answers, which must have debugpy.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need npm node
/usr/bin/python3 -c 'import debugpy' 2>/dev/null || missing "needs debugpy (package python3-debugpy)"
clients=$FL_SRC/tests/nightly/clients
modules=$FL_BUILD/bridge
mkdir -p "$modules"
cp "$clients/package.json" "$clients/bridge.mjs" "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
npm_modules "$modules" --ignore-scripts
cp "$clients/sum.c" .
gcc -g -O0 sum.c -o sum || exit 1
out=$(cd "$modules" && PATH=$clients:$PATH FAULTLINE_TOOL=$tool HOME=$dir timeout -k 5 200 node bridge.mjs \
	node_modules/@debugmcp/mcp-debugger/dist/cli.mjs "$clients/python3" "$dir/sum" "$dir/sum.c" 5 2>&1) ||
	fail "the bridge: $out"
finish
