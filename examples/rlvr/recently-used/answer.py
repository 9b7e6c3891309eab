import collections
import sys

words = iter(sys.stdin.read().split())
room, kept = int(next(words)), collections.OrderedDict()
for word in words:
    key = next(words)
    if word == "get":
        if key in kept:
            kept.move_to_end(key)
        print(kept.get(key, "none"))
    else:
        kept[key] = next(words)
        kept.move_to_end(key)
        if len(kept) > room:
            kept.popitem(last=False)
