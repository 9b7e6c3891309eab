import sys

words = sys.stdin.read().split()
if words:
    print(*reversed(words))
