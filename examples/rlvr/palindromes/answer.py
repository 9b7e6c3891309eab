import sys

for line in sys.stdin:
    letters = [c for c in line.lower() if c.isalnum()]
    print("yes" if letters == letters[::-1] else "no")
