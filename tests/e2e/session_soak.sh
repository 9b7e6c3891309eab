#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# tests/nightly/session_soak.sh with few sessions.
SESSIONS=50 exec bash "$FL_SRC/tests/nightly/session_soak.sh"
