import sys

n, *v = map(int, sys.stdin.read().split())
print(max(sum(v[i:k]) for i in range(n) for k in range(i + 1, n + 1)))
