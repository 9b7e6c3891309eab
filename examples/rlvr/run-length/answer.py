import itertools
import sys

line = sys.stdin.readline().rstrip("\n")
runs = [(c, len(list(g))) for c, g in itertools.groupby(line)]
print("".join(("" if n == 1 else str(n)) + c for c, n in runs))
