import collections
import sys

counts = collections.Counter(sys.stdin.read().lower().split())
for word, n in sorted(counts.items(), key=lambda x: (-x[1], x[0]))[:3]:
    print(word, n)
