import re
import sys

text = re.sub(r"[^()\[\]{}]", "", sys.stdin.read())
while (less := re.sub(r"\(\)|\[\]|\{\}", "", text)) != text:
    text = less
print("no" if text else "yes")
