import sys

degree, x, *c = sys.stdin.read().split()
print("%.6f" % sum(float(v) * float(x) ** (int(degree) - i) for i, v in enumerate(c)))
