import sys

rows, columns, *v = map(int, sys.stdin.read().split())
grid = [v[i:i + columns] for i in range(0, rows * columns, columns)]
out = []
while grid:
    out += grid.pop(0)
    grid = [list(row) for row in zip(*grid)][::-1]
print(*out)
