/* Objects behind handles: a context is passed as a word, a table keeps keys that are addresses. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 16 };

struct account {
	const char *owner;
	long balance;
};

struct table {
	uintptr_t keys[SLOTS];
	int uses[SLOTS];
};

/* Callbacks of a library that knows words only. */
typedef long (*visit_fn)(uintptr_t context, long amount);

static long deposit(uintptr_t context, long amount)
{
	struct account *a = (struct account *)context;
	a->balance += amount;
	return a->balance;
}

static long withdraw(uintptr_t context, long amount)
{
	struct account *a = (struct account *)context;
	if (a->balance < amount)
		return -1;
	a->balance -= amount;
	return a->balance;
}

static size_t slot_of(const struct table *t, uintptr_t key)
{
	size_t at = 0;
	while (at < SLOTS && t->keys[at] != 0 && t->keys[at] != key)
		at++;
	return at;
}

static int note(struct table *t, const void *object)
{
	uintptr_t key = (uintptr_t)object;
	size_t at = slot_of(t, key);
	if (at == SLOTS)
		return -1;
	t->keys[at] = key;
	return ++t->uses[at];
}

static const char *owner_of(const struct table *t, size_t slot)
{
	uintptr_t word = slot < SLOTS ? t->keys[slot] : 0;
	const struct account *a = (const struct account *)word;
	return a ? a->owner : "nobody";
}

static long run(struct table *t, struct account *a, visit_fn fn, long amount)
{
	intptr_t word = (intptr_t)a;
	if (note(t, a) < 0)
		return -2;
	return fn((uintptr_t)word, amount);
}

int main(void)
{
	static struct account shop = {"shop", 500};
	struct account home = {"home", 40};
	struct table t;
	memset(&t, 0, sizeof(t));
	long results[] = {run(&t, &home, deposit, 60), run(&t, &shop, withdraw, 120),
		run(&t, &home, withdraw, 500), run(&t, &home, withdraw, 30)};
	for (size_t i = 0; i < 4; i++)
		printf("%ld ", results[i]);
	printf("\n%s %d, %s %d, %s\n", owner_of(&t, 0), t.uses[0], owner_of(&t, 1), t.uses[1],
		owner_of(&t, 2));
	printf("%ld %ld\n", home.balance, shop.balance);
	return 0;
}
