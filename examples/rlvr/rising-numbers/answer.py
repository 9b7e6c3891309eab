import itertools
import sys

v = list(map(int, sys.stdin.read().split()))
print(max((n for n in range(len(v) + 1) for part in itertools.combinations(v, n)
           if all(a < b for a, b in zip(part, part[1:]))), default=0))
