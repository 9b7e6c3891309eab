import sys

v = list(map(int, sys.stdin.read().split()))
for i in range(0, len(v), 3):
    print(pow(*v[i:i + 3]))
