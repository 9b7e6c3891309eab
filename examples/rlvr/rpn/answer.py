import sys

stack = []
try:
    for word in sys.stdin.read().split():
        if word in ("+", "-", "*", "/"):
            b, a = stack.pop(), stack.pop()
            stack.append({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
                          "/": lambda: abs(a) // abs(b) * (1 if a * b >= 0 else -1)}[word]())
        else:
            stack.append(int(word))
    print(stack[0] if len(stack) == 1 else "error")
except (IndexError, ZeroDivisionError):
    print("error")
