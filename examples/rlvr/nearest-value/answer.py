import sys

n, q, *v = map(int, sys.stdin.read().split())
for wanted in v[n:n + q]:
    print(next((f"{i} {x}" for i, x in enumerate(v[:n]) if x >= wanted), "none"))
