import sys

v = list(map(int, sys.stdin.read().split()))
merged = []
for a, b in sorted(zip(v[::2], v[1::2])):
    if merged and a <= merged[-1][1]:
        merged[-1][1] = max(b, merged[-1][1])
    else:
        merged.append([a, b])
for a, b in merged:
    print(a, b)
