import sys

rows = [line.split(",") for line in sys.stdin.read().split("\n") if line]
width = max(map(len, rows), default=0)
if width:
    print(",".join(str(sum(int(r[i] or 0) for r in rows if i < len(r))) for i in range(width)))
