n, k = map(int, input().split())
ring, at, out = list(range(1, n + 1)), 0, []
while ring:
    at = (at + k - 1) % len(ring)
    out.append(ring.pop(at))
print(*out)
