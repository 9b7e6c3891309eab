#!/usr/bin/env bash
# labels: nightly
# timeout: 7200
# The whole example corpus with the default options, and 50 replays.
LIMIT=0 REPLAY=50 exec bash "$FL_SRC/tests/e2e/corpus_sample.sh"
