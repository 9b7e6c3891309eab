#!/usr/bin/env bash
# labels: nightly serial
# timeout: 3600
# tests/e2e/slurm.sh with eight tasks of twelve programs: a task killed, the controller restarted once.
export TASKS=8 WAITS=10000 PROGRAMS='arena.c base64.c bitset.c csv_parser.c hash_map.c interval_set.cpp lru_cache.c matrix.cpp polynomial.cpp run_length.c topo_sort.cpp trie.c'
exec bash "$FL_SRC/tests/e2e/slurm.sh"
