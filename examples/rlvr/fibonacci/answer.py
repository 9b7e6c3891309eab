import functools
import sys

M = 1000000007


@functools.lru_cache(None)
def fibonacci(n):
    if n < 3:
        return min(n, 1)
    a, b = fibonacci(n // 2), fibonacci(n // 2 + 1)
    return (a * a + b * b) % M if n % 2 else a * (2 * b - a) % M


for word in sys.stdin.read().split():
    print(fibonacci(int(word)))
