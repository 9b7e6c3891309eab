import sys

n, *v = map(int, sys.stdin.read().split())
cables = list(zip(v[2::3], v[::3], v[1::3]))
inside, cost = {0}, 0
while len(inside) < n:
    ways = [c for c in cables if (c[1] in inside) != (c[2] in inside)]
    if not ways:
        cost = -1
        break
    best = min(ways)
    inside |= {best[1], best[2]}
    cost += best[0]
print(cost)
