import sys

words, jobs = iter(sys.stdin.read().split()), {}
for word in words:
    if word != "next":
        jobs[int(next(words))] = word
    elif jobs:
        print(jobs.pop(max(jobs)))
    else:
        print("none")
