import sys

n, *v = map(int, sys.stdin.read().split())
print(sum(v[i] > v[k] for k in range(n) for i in range(k)))
