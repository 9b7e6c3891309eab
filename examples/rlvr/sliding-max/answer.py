import sys

n, k, *v = map(int, sys.stdin.read().split())
print(*(max(v[i:i + k]) for i in range(n - k + 1)))
