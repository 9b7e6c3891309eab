import sys

n, *v = map(int, sys.stdin.read().split())
edges, order = set(zip(v[::2], v[1::2])), []
while len(order) < n:
    free = [i for i in range(n) if i not in order and not any(b == i and a not in order for a, b in edges)]
    if not free:
        break
    order.append(free[0])
print(*order) if len(order) == n else print("circle")
