#!/usr/bin/env bash
# labels: nightly property
# timeout: 900
# Each of the random documents under both compilers.
LOTS=all exec bash "$FL_SRC/tests/e2e/literals.sh"
