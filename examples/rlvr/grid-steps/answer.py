import sys

rows, columns, *lines = sys.stdin.read().split()
grid = {(r, c) for r, line in enumerate(lines) for c, x in enumerate(line) if x != "#"}
reached, steps = {(0, 0)}, 0
goal = int(rows) - 1, int(columns) - 1
edge = reached
while edge and goal not in reached:
    edge = {(r + a, c + b) for r, c in edge for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & grid - reached
    reached, steps = reached | edge, steps + 1
print(steps if goal in reached else -1)
