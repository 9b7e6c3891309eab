import sys

code = [line.split() for line in sys.stdin.read().splitlines() if line.strip()]
stack, at, steps = [], 0, 0
while at < len(code) and steps < 1000:
    op, arg = code[at][0], int(code[at][1]) if len(code[at]) > 1 else 0
    at, steps = at + 1, steps + 1
    if op == "push" and len(stack) < 16:
        stack.append(arg)
    elif op == "add" and len(stack) > 1:
        stack.append(stack.pop() + stack.pop())
    elif op == "dup" and 0 < len(stack) < 16:
        stack.append(stack[-1])
    elif op == "jpos" and stack and arg >= 0:
        at = arg if stack[-1] > 0 else at
    elif op == "print" and stack:
        print(stack[-1])
    else:
        print("error in line", at - 1)
        break
