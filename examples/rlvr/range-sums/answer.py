import sys

n, q, *v = map(int, sys.stdin.read().split())
for i in range(q):
    a, b = v[n + 2 * i], v[n + 2 * i + 1]
    print(sum(v[a - 1:b]))
