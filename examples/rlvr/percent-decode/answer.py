import sys
import urllib.parse

print(urllib.parse.unquote_plus(sys.stdin.read()), end="")
