import sys

n, *v = map(int, sys.stdin.read().split())
pairs = list(zip(v[::2], v[1::2]))
side = [0] * n
for i in range(n):
    side[i] = side[i] or 1
    for _ in range(n):
        for a, b in pairs:
            side[b] = side[b] or -side[a]
            side[a] = side[a] or -side[b]
print("no" if any(side[a] == side[b] for a, b in pairs) else f"yes {side.count(1)}")
