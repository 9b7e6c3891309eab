import sys

groups = {}
for word in sys.stdin.read().split():
    groups.setdefault("".join(sorted(word)), set()).add(word)
for line in sorted(" ".join(sorted(g)) for g in groups.values() if len(g) > 1):
    print(line)
