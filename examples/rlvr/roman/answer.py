import sys

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
for word in sys.stdin.read().split():
    total = largest = 0
    for c in reversed(word):
        total += VALUES[c] if VALUES[c] >= largest else -VALUES[c]
        largest = max(largest, VALUES[c])
    print(total)
