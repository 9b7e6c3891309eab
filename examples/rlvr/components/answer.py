import sys

n, m, *rest = map(int, sys.stdin.read().split())
group = {i: {i} for i in range(1, n + 1)}
for a, b in zip(rest[::2], rest[1::2]):
    if group[a] is not group[b]:
        both = group[a] | group[b]
        for i in both:
            group[i] = both
print(len({id(g) for g in group.values()}))
