// SPDX-License-Identifier: GPL-2.0
/*
 * ledger: accounts that programs keep in the kernel, behind /dev/ledger. A write is one command:
 *
 *	open NAME LIMIT			close NAME
 *	pay NAME AMOUNT			move NAME NAME AMOUNT
 *	note NAME SLOT AMOUNT		share NAME PARTS
 *	under NAME NAME			limit NAME
 *
 * A read gives the list. Accounts may lie under another, whose limit then counts, too.
 */
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#define NAME_SIZE 12
#define SLOTS 8
#define WORDS 4
#define LINE_SIZE 80

struct account {
	struct list_head link;
	refcount_t users;
	char name[NAME_SIZE];
	struct account *above; /* holds a reference */
	struct mutex lock; /* of what follows */
	long limit;
	long balance;
	long notes[SLOTS];
};

struct command {
	const char *name;
	int words;
	int (*run)(char **word);
};

static LIST_HEAD(accounts);
static DEFINE_SPINLOCK(accounts_lock);

static void account_put(struct account *a)
{
	while (a && refcount_dec_and_test(&a->users)) {
		struct account *above = a->above;

		kfree(a);
		a = above;
	}
}

static struct account *account_find(const char *name)
{
	struct account *a;

	list_for_each_entry(a, &accounts, link)
		if (!strcmp(a->name, name))
			return a;
	return NULL;
}

/* With a reference, which account_put() gives back. */
static struct account *account_get(const char *name)
{
	struct account *a;

	spin_lock(&accounts_lock);
	a = account_find(name);
	if (a)
		refcount_inc(&a->users);
	spin_unlock(&accounts_lock);
	return a;
}

static int number(const char *word, long *ret_value)
{
	return kstrtol(word, 0, ret_value);
}

static int ledger_open(char **word)
{
	struct account *a = kzalloc(sizeof(*a), GFP_KERNEL);
	int rc;

	if (!a)
		return -ENOMEM;
	rc = number(word[2], &a->limit);
	if (!rc && strlen(word[1]) >= NAME_SIZE)
		rc = -ENAMETOOLONG;
	if (rc) {
		kfree(a);
		return rc;
	}
	strcpy(a->name, word[1]);
	mutex_init(&a->lock);
	refcount_set(&a->users, 1);
	spin_lock(&accounts_lock);
	list_add_tail(&a->link, &accounts);
	spin_unlock(&accounts_lock);
	return 0;
}

static int ledger_close(char **word)
{
	struct account *a;

	spin_lock(&accounts_lock);
	a = account_find(word[1]);
	if (a)
		list_del_init(&a->link);
	spin_unlock(&accounts_lock);
	if (!a)
		return -ENOENT;
	account_put(a);
	return 0;
}

/* Of the account and of all above it. */
static long account_limit(struct account *a)
{
	long limit;

	if (!a)
		return LONG_MAX;
	limit = account_limit(a->above);
	return min(limit, a->limit);
}

static void account_add(struct account *a, long amount)
{
	a->balance += amount;
	BUG_ON(a->balance > a->limit);
}

static int ledger_pay(char **word)
{
	struct account *a = account_get(word[1]);
	long amount;
	int rc;

	if (!a)
		return -ENOENT;
	rc = number(word[2], &amount);
	mutex_lock(&a->lock);
	if (!rc && amount > account_limit(a) - a->balance)
		rc = -EDQUOT;
	if (!rc)
		account_add(a, amount);
	mutex_unlock(&a->lock);
	account_put(a);
	return rc;
}

static int ledger_move(char **word)
{
	struct account *from = account_get(word[1]), *to = account_get(word[2]);
	long amount;
	int rc = !from || !to ? -ENOENT : number(word[3], &amount);

	if (!rc && from != to) {
		if (from > to) {
			swap(from, to);
			amount = -amount;
		}
		mutex_lock(&from->lock);
		mutex_lock(&to->lock);
		from->balance -= amount;
		to->balance += amount;
		mutex_unlock(&to->lock);
		mutex_unlock(&from->lock);
	}
	if (from)
		account_put(from);
	if (to)
		account_put(to);
	return rc;
}

static int ledger_note(char **word)
{
	struct account *a = account_get(word[1]);
	long slot, amount;
	int rc;

	if (!a)
		return -ENOENT;
	rc = number(word[2], &slot);
	if (!rc)
		rc = number(word[3], &amount);
	if (!rc && (slot < 0 || slot >= SLOTS))
		rc = -ERANGE;
	if (!rc)
		a->notes[slot] = amount;
	account_put(a);
	return rc;
}

static int ledger_share(char **word)
{
	struct account *a = account_get(word[1]);
	long parts;
	int rc;

	if (!a)
		return -ENOENT;
	rc = number(word[2], &parts);
	if (!rc && parts <= 0)
		rc = -ERANGE;
	if (!rc) {
		mutex_lock(&a->lock);
		a->balance /= parts;
		mutex_unlock(&a->lock);
	}
	account_put(a);
	return rc;
}

static bool account_is_above(const struct account *a, const struct account *of)
{
	for (; of; of = of->above)
		if (of == a)
			return true;
	return false;
}

static int ledger_under(char **word)
{
	struct account *a, *above;
	int rc = -ENOENT;

	spin_lock(&accounts_lock);
	a = account_find(word[1]);
	above = account_find(word[2]);
	if (a && above)
		rc = account_is_above(a, above) ? -ELOOP : 0;
	if (!rc && a->above)
		rc = -EBUSY;
	if (!rc) {
		refcount_inc(&above->users);
		a->above = above;
	}
	spin_unlock(&accounts_lock);
	return rc;
}

static int ledger_limit(char **word)
{
	struct account *a = account_get(word[1]);
	long limit;

	if (!a)
		return -ENOENT;
	limit = account_limit(a);
	pr_info("ledger: %s has %ld of %ld\n", a->name, a->balance, limit);
	account_put(a);
	return 0;
}

static const struct command commands[] = {
	{ "open", 3, ledger_open },   { "close", 2, ledger_close }, { "pay", 3, ledger_pay },
	{ "move", 4, ledger_move },   { "note", 4, ledger_note },   { "share", 3, ledger_share },
	{ "under", 3, ledger_under }, { "limit", 2, ledger_limit }, { "help", 1, NULL },
};

static int run_line(char *line)
{
	char *word[WORDS] = { NULL };
	int n = 0, i;

	while (n < WORDS && (word[n] = strsep(&line, " \n")) && *word[n])
		n++;
	for (i = 0; n && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, word[0]) && commands[i].words == n)
			return commands[i].run ? commands[i].run(word) : 0;
	return -EINVAL;
}

static ssize_t ledger_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	char line[LINE_SIZE];
	int rc;

	if (size >= LINE_SIZE)
		return -E2BIG;
	if (copy_from_user(line, from, size))
		return -EFAULT;
	line[size] = '\0';
	rc = run_line(line);
	return rc ? rc : size;
}

static ssize_t ledger_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	char *text = kzalloc(PAGE_SIZE, GFP_KERNEL);
	struct account *a;
	ssize_t n = 0;

	if (!text)
		return -ENOMEM;
	spin_lock(&accounts_lock);
	list_for_each_entry(a, &accounts, link)
		n += scnprintf(text + n, PAGE_SIZE - n, "%s %ld\n", a->name, a->balance);
	spin_unlock(&accounts_lock);
	n = simple_read_from_buffer(to, size, at, text, n);
	kfree(text);
	return n;
}

static const struct file_operations ledger_operations = {
	.owner = THIS_MODULE,
	.read = ledger_read,
	.write = ledger_write,
};

static struct miscdevice ledger = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "ledger",
	.fops = &ledger_operations,
	.mode = 0600,
};

static int __init ledger_init(void)
{
	return misc_register(&ledger);
}

static void __exit ledger_exit(void)
{
	struct account *a, *next;

	misc_deregister(&ledger);
	list_for_each_entry_safe(a, next, &accounts, link)
		account_put(a);
}

module_init(ledger_init);
module_exit(ledger_exit);
MODULE_DESCRIPTION("Accounts behind /dev/ledger");
MODULE_LICENSE("GPL");
