#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 200
# What goes into the sandbox of an MCP session, by the server's defaults: a project's program, sources and
# libraries, wherever its build put them and whatever its directories are called; nothing of what a client
# names besides, by whichever name; and what the program's functions may be used for in there.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3 cmake readelf
python3 "$FL_SRC/tests/e2e/mcp/project.py" "$FL_SRC" "$tool" "$dir" || bad=1
finish
