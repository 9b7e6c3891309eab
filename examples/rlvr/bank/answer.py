money = list(map(int, input().split()))
print(money[0], sum(money))  # each account gets what it gives
