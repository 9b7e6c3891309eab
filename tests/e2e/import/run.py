"""Pairs whose both sides compile, as rows, for tests/e2e/import_run.sh: what each is to become stands beside
it. run.py DIR writes rows.jsonl, rows.fates (a fate a row) and rows.want (the name of each record's file, and
the kind and class of what a sanitizer is to report) there."""
import json, sys

OVERFLOW = """#include <stdio.h>
#include <stdlib.h>

struct ring {
	int *at;
	size_t len;
};

static void ring_fill(struct ring *r)
{
	for (size_t i = 0; i < r->len; i++)
		r->at[i] = (int)i;
}

int main(void)
{
	struct ring r = {.at = malloc(8 * sizeof(int)), .len = 8};
	if (!r.at)
		return 1;
	ring_fill(&r);
	printf("last %d\\n", r.at[r.len - 1]);
	free(r.at);
	return 0;
}
"""

UNSHARED = """#include <cstdio>
#include <memory>
#include <vector>

struct book {
	int pages;
};

static const book *first(const std::vector<std::unique_ptr<book>> &shelf)
{
	return shelf.empty() ? nullptr : shelf.front().get();
}

int main()
{
	std::vector<std::unique_ptr<book>> shelf;
	shelf.push_back(std::make_unique<book>(book{300}));
	const book *kept = first(shelf);
	std::printf("%d\\n", kept->pages);
	shelf.clear();
	return 0;
}
"""

LEAK = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *upper(const char *word)
{
	size_t n = strlen(word);
	char *out = malloc(n + 1);
	for (size_t i = 0; out && i <= n; i++)
		out[i] = (char)(word[i] >= 'a' && word[i] <= 'z' ? word[i] - 32 : word[i]);
	return out;
}

int main(void)
{
	const char *words[] = {"one", "two", "three"};
	for (int i = 0; i < 3; i++) {
		char *up = upper(words[i]);
		puts(up ? up : "");
		free(up);
	}
	return 0;
}
"""

SIGNED = """#include <math.h>
#include <stdio.h>

static long long scaled(int price, int amount)
{
	return (long long)price * amount;
}

int main(void)
{
	printf("%lld\\n", scaled(70000, 70000));
	printf("%.3f\\n", sqrt((double)scaled(3, 3)));
	return 0;
}
"""

CLEAN = """#include <stdio.h>

static int half(int n)
{
	return n / 2;
}

int main(void)
{
	printf("%d\\n", half(10));
	return 0;
}
"""

# What it does wrong depends on how large the environment is.
ROOM = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void)
{
	int large = 0;
	int *at = calloc(4, sizeof(*at));
	for (char **e = environ; *e; e++)
		large |= strlen(*e) > 1000;
	if (!at)
		return 1;
	if (large)
		at[0] = 1;
	else
		at[1] = 1;
	printf("%d\\n", at[2]);
	free(at);
	return 0;
}
"""

# Reads beyond the end of what it holds, whichever side.
BOTH = """#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *at = calloc(4, sizeof(*at));
	if (!at)
		return 1;
	printf("%d\\n", at[4]);
	free(at);
	return 0;
}
"""

NO_MAIN = """#include <stdlib.h>

int take(int *at, size_t n)
{
	int sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += at[i];
	return sum;
}
"""

# What it does wrong shows with what it reads alone.
READS = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char line[256];
	char word[8];
	while (fgets(line, sizeof(line), stdin)) {
		size_t n = strcspn(line, " \\n");
		if (n >= sizeof(word))
			n = sizeof(word) - 1;
		memcpy(word, line, n);
		word[n] = '\\0';
		printf("%s %zu\\n", word, n);
	}
	return 0;
}
"""

ASSERTS = """#include <assert.h>
#include <stdio.h>

static int share(int all, int heads)
{
	assert(heads > 0);
	return all / heads;
}

int main(void)
{
	int heads = 1;
	printf("%d\\n", share(12, heads));
	return 0;
}
"""

SPINS = """#include <stdio.h>

int main(void)
{
	int n = 10;
	while (n > 0)
		n--;
	printf("%d\\n", n);
	return 0;
}
"""

USAGE = """#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 9) {
		fprintf(stderr, "usage: %s A B C D E F G H\\n", argv[0]);
		return 2;
	}
	int *at = calloc(8, sizeof(*at));
	for (int i = 0; at && i < 8; i++)
		at[i] = atoi(argv[i + 1]);
	free(at);
	return 0;
}
"""


def change(text, *changes):
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# path, side before, side after, fate, (kind, class) or None
PAIRS = [
    ("src/ring buffer/ring.c", change(OVERFLOW, ("i < r->len", "i <= r->len")), OVERFLOW, "taken",
     ("heap-buffer-overflow", "ub")),
    ("a/shelf.cpp", change(UNSHARED, ("\tstd::printf(\"%d\\n\", kept->pages);\n\tshelf.clear();\n",
                                     "\tshelf.clear();\n\tstd::printf(\"%d\\n\", kept->pages);\n")),
     UNSHARED, "taken", ("heap-use-after-free", "lifetime")),
    ("tools/../upper.c", change(LEAK, ("\t\tfree(up);\n", "")), LEAK, "taken", ("memory-leak", "resource")),
    ("C:\\src\\scaled.c", change(SIGNED, ("return (long long)price * amount", "return price * amount")), SIGNED, "taken",
     ("signed-integer-overflow", "ub")),
    ("assert.c", change(ASSERTS, ("int heads = 1;", "int heads = 0;")), ASSERTS, "taken", ("assertion-failed", "logic")),
    ("words.c", change(READS, ("\t\tif (n >= sizeof(word))\n\t\t\tn = sizeof(word) - 1;\n", "")), READS, "taken",
     ("out-of-bounds-index", "ub")),
    ("half.c", change(CLEAN, ("return n / 2", "return (n + 1) / 2")), CLEAN, "runs_clean", None),
    ("room.c", change(ROOM, ("at[0] = 1", "at[4] = 1"), ("at[1] = 1", "at[5] = 1")), ROOM, "nondeterministic", None),
    ("both.c", change(BOTH, ("at[4]", "at[5]")), BOTH, "after_fails", None),
    ("take.c", change(NO_MAIN, ("i < n", "i <= n")), NO_MAIN, "before_compiles", None),
    ("usage.c", change(USAGE, ("i < 8", "i <= 8")), USAGE, "after_fails", None),
    ("spins.c", change(SPINS, ("\t\tn--;\n", "\t\tn = n;\n")), SPINS, "no_report", None),
    ("status.c", change(CLEAN, ("return 0", "return 3")), CLEAN, "no_report", None),
]

where = sys.argv[1]
with open(f"{where}/rows.jsonl", "w") as rows, open(f"{where}/rows.fates", "w") as fates, open(f"{where}/rows.want", "w") as wants:
    for path, before, after, fate, seen in PAIRS:
        row = {"path": path, "before": before, "after": after, "subject": f"Mend {path.rsplit('/', 1)[-1]}", "repo": "ada/tools"}
        rows.write(json.dumps(row) + "\n")
        fates.write(fate + "\n")
        if seen:
            wants.write(" ".join((path.replace("\\", "/").rsplit("/", 1)[-1], *seen)) + "\n")
