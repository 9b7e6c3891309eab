import sys

n, m, *v = map(int, sys.stdin.read().split())
best = [0] + [None] * (n - 1)
for _ in range(n):
    for i in range(0, 3 * m, 3):
        for a, b in ((v[i], v[i + 1]), (v[i + 1], v[i])):
            if best[a] is not None and (best[b] is None or best[b] > best[a] + v[i + 2]):
                best[b] = best[a] + v[i + 2]
print(-1 if best[-1] is None else best[-1])
