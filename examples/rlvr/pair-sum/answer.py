import sys

target, *v = map(int, sys.stdin.read().split())
v.sort()
pairs = [(v[i], v[k]) for i in range(len(v)) for k in range(i + 1, len(v)) if v[i] + v[k] == target]
print(*min(pairs)) if pairs else print("none")
