import sys

depths = {}
for key in map(int, sys.stdin.read().split()):
    if key not in depths:
        near = [depths[k] for k in (max((k for k in depths if k < key), default=None),
                                    min((k for k in depths if k > key), default=None)) if k is not None]
        depths[key] = 1 + max(near, default=0)
print(*sorted(depths))
print(max(depths.values(), default=0))
