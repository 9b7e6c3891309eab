import sys

print(sum(int(word) ** 2 for word in sys.stdin.read().split()))
