import functools

a, b = input().split()


@functools.lru_cache(None)
def distance(i, k):
    if not i or not k:
        return i + k
    return min(distance(i - 1, k) + 1, distance(i, k - 1) + 1, distance(i - 1, k - 1) + (a[i - 1] != b[k - 1]))


print(distance(len(a), len(b)))
