#!/usr/bin/env bash
# labels: nightly property
# timeout: 1800
# Each of the random documents, and of the fixtures' reports, in each style under both compilers.
LOTS=all bash "$FL_SRC/tests/e2e/literals.sh" || exit 1
BOTH=1 exec bash "$FL_SRC/tests/e2e/report_literals.sh"
