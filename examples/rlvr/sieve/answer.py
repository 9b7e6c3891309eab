n = int(input())
primes = [i for i in range(2, n + 1) if all(i % k for k in range(2, int(i ** 0.5) + 1))]
print(len(primes), primes[-1] if primes else 0)
