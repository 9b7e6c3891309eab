#!/usr/bin/env bash
# labels: nightly platform
# timeout: 7200
# Every row of what is known of the host against the real compiler and linker.
FL_ROWS=0 exec bash "$FL_SRC/tests/e2e/platform_host.sh"
