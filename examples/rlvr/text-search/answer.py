word, text = input().split()
print(sum(text.startswith(word, i) for i in range(len(text))))
