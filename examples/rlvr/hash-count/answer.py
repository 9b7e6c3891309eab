import collections
import sys

counts = collections.Counter(sys.stdin.read().split())
print(len(counts), max(counts.values(), default=0))
