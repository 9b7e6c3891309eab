import sys

land = {(r, c) for r, line in enumerate(sys.stdin.read().split()) for c, x in enumerate(line) if x == "#"}
sizes = []
while land:
    edge, size = [land.pop()], 0
    while edge:
        r, c = edge.pop()
        size += 1
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if near in land:
                land.remove(near)
                edge.append(near)
    sizes.append(size)
print(len(sizes), max(sizes, default=0))
