import sys

words = sys.stdin.read().split()
for text, old, new in zip(words[::3], words[1::3], words[2::3]):
    try:
        value, out, new = int(text, int(old)), "", int(new)
        if not 2 <= new <= 36:
            raise ValueError
        while value or not out:
            value, digit = divmod(value, new)
            out = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + out
        print(out)
    except ValueError:
        print("error")
