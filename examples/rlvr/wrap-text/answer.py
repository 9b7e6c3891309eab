import sys

width, *words = sys.stdin.read().split()
lines = [""]
for word in words:
    longer = f"{lines[-1]} {word}".strip()
    if lines[-1] and len(longer) > int(width):
        lines.append(word)
    else:
        lines[-1] = longer
print("\n".join(lines))
