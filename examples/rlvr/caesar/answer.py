import string
import sys

shift = int(sys.stdin.readline()) % 26
low, up = string.ascii_lowercase, string.ascii_uppercase
print(sys.stdin.read().translate(str.maketrans(low + up, low[shift:] + low[:shift] + up[shift:] + up[:shift])), end="")
