import sys

first, *lines = sys.stdin.read().split("\n")
section, found = "", "none"
for line in lines:
    if line.startswith("["):
        section = line[1:line.index("]")]
    elif "=" in line and not line.startswith(";"):
        key, value = (part.strip() for part in line.split("=", 1))
        if [section, key] == first.split():
            found = value
print(found)
