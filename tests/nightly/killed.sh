#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# A build and an import that are killed at 50 moments each.
KILLS=50 exec bash "$FL_SRC/tests/e2e/killed.sh"
