#!/usr/bin/env bash
# labels: nightly
# timeout: 1800
# tests/e2e/hostile.sh with all its sources, those too that only use up a compiler's time.
export ALL=1
exec bash "$FL_SRC/tests/e2e/hostile.sh"
