"""Pairs of our own writing, as rows of CommitPack's form, for tests/e2e/import.sh: what each is to become
stands beside it. pairs.py DIR writes {pairs,hostile,bomb,diffs}.jsonl there."""
import difflib, json, sys

RING = """#include <stddef.h>
#include <stdlib.h>

/* A ring of integers that forgets the oldest. */
struct ring {
	int *at;
	size_t first, len, room;
};

int ring_init(struct ring *r, size_t room)
{
	r->at = calloc(room, sizeof(*r->at));
	r->first = r->len = 0;
	r->room = r->at ? room : 0;
	return r->at ? 0 : -1;
}

void ring_put(struct ring *r, int value)
{
	if (r->len == r->room) {
		r->first = (r->first + 1) % r->room;
		r->len--;
	}
	r->at[(r->first + r->len++) % r->room] = value;
}

size_t ring_len(const struct ring *r)
{
	return r->len;
}
"""

NAMES = """#include <stdio.h>
#include <string.h>

static int is_quiet(const char *word)
{
	return strcmp(word, "-q") == 0 || strcmp(word, "--quiet") == 0;
}

int main(int argc, char **argv)
{
	int quiet = 0;
	for (int i = 1; i < argc; i++)
		quiet |= is_quiet(argv[i]);
	if (!quiet)
		printf("%d arguments\\n", argc - 1);
	return 0;
}
"""

QUEUE = """#include <map>
#include <string>
#include <vector>

namespace post {

class Queue {
public:
	void push(const std::string &to, int weight)
	{
		letters_[to].push_back(weight);
	}

	int total(const std::string &to) const
	{
		int sum = 0;
		auto found = letters_.find(to);
		if (found == letters_.end())
			return 0;
		for (int w : found->second)
			sum += w;
		return sum;
	}

private:
	std::map<std::string, std::vector<int>> letters_;
};

}  // namespace post

int weigh(const post::Queue &q)
{
	return q.total("Ada");
}
"""

WIDE = """#include <concepts>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
T half(T x)
{
	return x / 2;
}

int use()
{
	return half(8);
}
"""


def row(name, before, after, subject, lang, **more):
    made = {"commit": "%040x" % (len(before) * 7919 + len(subject)), "old_file": name, "new_file": name,
            "old_contents": before, "new_contents": after, "subject": subject, "message": subject + "\n\nmore\n",
            "lang": lang, "license": "mit", "repos": "ada/ring,bob/ring"}
    made.update(more)
    return made


def cut(text, old, new):
    assert text.count(old) == 1, old
    return text.replace(old, new)


# (what it becomes, the row)
PAIRS = [
    ("taken", row("src/ring.c", cut(RING, "r->len--;", "r->length--;"), RING, "Use the right member", "C")),
    ("taken", row("lib/ring.c", cut(RING, "= value;", "= value"), RING, "Add missing semicolon", "C")),
    ("taken", row("names.c", cut(NAMES, "#include <string.h>\n", ""), NAMES, "Include string.h for strcmp", "C")),
    ("taken", row("queue.cc", cut(QUEUE, "#include <map>\n", "").replace("auto found", "auto  found"), QUEUE,
                  "Add the include of map", "C++")),
    ("taken", row("queue.cpp", cut(QUEUE, "int total(const std::string &to) const", "int total(const std::string &to)"),
                  QUEUE, "total does not change the queue", "C++", repos="ada/post")),
    ("taken", row("wide.hpp", cut(WIDE, "#include <concepts>\n", ""), WIDE, "Include <concepts>", "C++")),
    ("before_compiles", row("ring.c", cut(RING, "r->first + 1", "r->first + 2"), RING, "Forget one, not two", "C")),
    ("neither_compiles", row("ring.c", cut(RING, "r->len--;", "r->leng--;"), cut(RING, "r->len--;", "r->length--;"),
                             "Try another name", "C")),
    ("missing_header", row("gui.c", '#include "widget.h"\nint x\n', '#include "widget.h"\nint x;\n', "Mend it", "C")),
    ("no_change", row("ring.c", RING, RING, "Touch", "C")),
    ("no_change", row("ring.c", RING.replace("\t", "    "), RING, "Reindent", "C")),
    ("no_code", row("ring.c", "", RING, "Add ring", "C")),
    ("not_c", row("tool.py", "import os\nprint(os.getcwd(\n", "import os\nprint(os.getcwd())\n", "Close it", "Python")),
    ("not_c", row("tool.py", "def x(:\n", "def x():\n", "Mend it", "")),
    ("changes_much", row("ring.c", "".join("int f%d(void) { return %d }\n" % (i, i) for i in range(400)),
                         "".join("int g%d(void) { return %d; }\n" % (i, i) for i in range(400)), "Rewrite", "C")),
    ("duplicate", row("src/ring.c", cut(RING, "r->len--;", "r->length--;"), RING, "Use the right member again", "C")),
]

# (what it becomes, the line as bytes)
NUL = row("nul.c", "int x\0\n", "int x;\n", "Mend", "C")
LARGE = row("large.c", "int x\n" + "/* " + "a" * 5000000 + " */\n", "int x;\n", "Mend", "C")
HOSTILE = [
    ("not_json", b"{\"old_contents\": \"int x\", "),
    ("not_json", b"\x00\x01\xff\xfe"),
    ("not_json", b"[1, 2]"),
    ("not_json", b"[" * 5000),
    ("missing_key", json.dumps({"old_contents": "int x\n", "lang": "C"}).encode()),
    ("missing_key", json.dumps({"old_contents": 7, "new_contents": None}).encode()),
    ("missing_key", b"{}"),
    ("not_text", json.dumps(NUL).encode()),
    ("not_text", json.dumps(row("bytes.c", "int x\n", "int x; // \U0010f0ff\n", "Mend", "C")).encode()),
    ("too_large", json.dumps(LARGE).encode()),
    ("apply_failed", json.dumps({"old_contents": "int x\n", "diff": "no diff\n", "lang": "C"}).encode()),
    ("apply_failed", json.dumps({"old_contents": "int y\n", "diff": "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int x\n+int x;\n",
                                 "new_file": "x.c"}).encode()),
    # What a name and a text may try: options, paths, files of the machine.
    ("taken", json.dumps(row("-o/etc/passwd.c", "int x\n", "int x;\n", "*/ <THOUGHT_END> `rm`", "C")).encode()),
    ("taken", json.dumps(row("../../../etc/cron.d/x y.c", "int z\n", "int z;\n", "Mend\u0000it", "C")).encode()),
    ("missing_header", json.dumps(row("a.c", '#include "/etc/shadow"\nint x\n', '#include "/etc/shadow"\nint x;\n', "x", "C")).encode()),
    ("taken", json.dumps(row("last.c", "int last(void) { return 0 }\n", "int last(void) { return 0; }\n", "Mend", "C")).encode()),
]

# A side that a compiler never comes to the end of, and a row behind it.
BOMB = [row("loop.c", "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nint y = B(B(B(1 +))) 0;\nint x\n",
            "int x;\nint y;\n", "x", "C"), row("last.c", "int x\n", "int x;\n", "x", "C")]


def diff(old, new, name):
    return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "a/" + name, "b/" + name))


def main(top):
    with open(top + "/pairs.jsonl", "w", encoding="utf-8") as f:
        for _, made in PAIRS:
            f.write(json.dumps(made) + "\n")
    with open(top + "/pairs.fates", "w", encoding="utf-8") as f:
        f.writelines(fate + "\n" for fate, _ in PAIRS)
    with open(top + "/hostile.jsonl", "wb") as f:
        for _, line in HOSTILE:
            f.write(line + b"\n")
    with open(top + "/hostile.fates", "w", encoding="utf-8") as f:
        f.writelines(fate + "\n" for fate, _ in HOSTILE)
    with open(top + "/bomb.jsonl", "w", encoding="utf-8") as f:
        f.writelines(json.dumps(made) + "\n" for made in BOMB)
    # The same pairs with a diff in place of the one or of the other side, under other names.
    with open(top + "/diffs.jsonl", "w", encoding="utf-8") as f:
        for i, (fate, made) in enumerate(p for p in PAIRS if p[0] in ("taken", "before_compiles")):
            old, new = made["old_contents"], made["new_contents"]
            other = "diff --git a/README b/README\n--- a/README\n+++ b/README\n@@ -1 +1 @@\n-one\n+two\n"
            out = {"path": made["new_file"], "note": made["subject"], "lang": made["lang"],
                   "change": other + diff(old, new, made["new_file"])}
            out["was" if i % 2 else "is"] = old if i % 2 else new
            f.write(json.dumps(out) + "\n")


main(sys.argv[1])
