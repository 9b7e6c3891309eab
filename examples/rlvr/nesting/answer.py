import re
import sys

level = most = 0
broken = False
for c in re.sub(r'"(\\.|[^"\\])*"', "", sys.stdin.read()):
    level += (c in "[{") - (c in "]}")
    most = max(most, level)
    broken = broken or level < 0
print("broken" if broken or level else most)
