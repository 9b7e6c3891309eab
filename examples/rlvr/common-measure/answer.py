import sys

v = [abs(int(word)) for word in sys.stdin.read().split()]
print(next((d for d in range(max(v, default=0), 0, -1) if all(x % d == 0 for x in v)), 0))
