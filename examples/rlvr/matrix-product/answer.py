import sys

n, k, m, *v = map(int, sys.stdin.read().split())
a = [v[i * k:(i + 1) * k] for i in range(n)]
b = [v[n * k + i * m:n * k + (i + 1) * m] for i in range(k)]
for row in a:
    print(*(sum(x * y for x, y in zip(row, column)) for column in zip(*b)))
