"""A source tree, rows and patches for tests/e2e/import_tree.sh. tree.py DIR writes there: `the tree`, which is
hostile in places, rows.jsonl with what each row is to become in rows.fates, what records have in rows.want,
files.jsonl, and the tree `before` with `patches`, all.patch and series.fates."""
import difflib, json, os, sys

os.chdir(sys.argv[1])


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


T = "the tree"
# Outside: none of it may come into a record.
write("outside.h", "#define OUT 1 /* KEEP OUT */\n")
write(f"{T}/COPYING", "Permission is hereby granted, free of charge, to any person: MIT\n")
write(f"{T}/include/pro j/list.h", "#include <odd.h>\nstruct list { struct list *next; };\nint list_len(const struct list *);\n")
write(f"{T}/lib/my part/priv.h", "#define PRIV 3\n")
write(f"{T}/deep/only here/odd.h", "#define ODD 1\n")
write(f"{T}/lib/my part/list one.c", "")
# A name that the system has is the system's; one that two directories have is neither's.
write(f"{T}/compat/string.h", "#error this is not the system's\n")
for x in "xy":
    write(f"{T}/{x}/twice.h", "#define TWICE 1\n")
# Beside the file comes first, then above it.
write(f"{T}/lib/near.h", "#define NEAR 1\n")
write(f"{T}/near.h", "#error this one is farther away\n")
write(f"{T}/.hidden/only.h", "#define ONLY 1\n")
os.symlink("../outside.h", f"{T}/linkout.h")
os.symlink("..", f"{T}/up")
os.symlink("include", f"{T}/inner")
os.mkfifo(f"{T}/pipe.h")
for i in range(401):
    write(f"{T}/many/h{i}.h", f"#define H{i} {i}\n")
write(f"{T}/many/all.h", "".join(f'#include "h{i}.h"\n' for i in range(401)))
write(f"{T}/round.h", '#ifndef R\n#define R\n#include "round.h"\n#if 0\n#include "use.c"\n#endif\n#define ROUND 2\n#endif\n')
write(f"{T}/use.c", "")
write(f"{T}/cmp.h", "#include <string.h>\n")

rows, fates, wants = [], [], []


def row(path, head, body, fate="taken", files=None, dirs=None, source=None):
    good = head + body
    rows.append({"old_contents": good.replace("return", "retrun", 1), "new_contents": good, "new_file": path, "subject": "Mend it"})
    fates.append(fate)
    if files is not None:
        wants.append({"source": source or path, "files": [source or path] + files, "dirs": dirs})


F = "int {}(void)\n{{\n\treturn {};\n}}\n"
row("a/lib/my part/list one.c", '#include "priv.h"\n#include <pro j/list.h>\n', F.format("one", "ODD + PRIV"),
    files=["lib/my part/priv.h", "include/pro j/list.h", "deep/only here/odd.h"], dirs=["-Iinclude", "-Ideep/only here"],
    source="lib/my part/list one.c")
row("lib/near.c", '#include "near.h"\n#include <string.h>\n', F.format("near", "NEAR + (int)strlen(\"\")"), files=["lib/near.h"], dirs=[])
row("lib/my part/up.c", '#include <near.h>\n', F.format("up", "NEAR"), files=["lib/near.h"], dirs=["-Ilib"])
row("use.c", '#include "round.h"\n', F.format("use", "ROUND"), files=["round.h"], dirs=[])
row("new.c", '#include "cmp.h"\n', F.format("fresh", "(int)strlen(\"a\")"), files=["cmp.h"], dirs=[])
row("lib/dots.c", '#include "../x/twice.h"\n', F.format("dots", "TWICE"), files=["x/twice.h"], dirs=[])
# Alone, as far as the tree goes.
row("../lib/leaves.c", "", F.format("leaves", "1"))
row("/etc/absolute.c", "", F.format("absolute", "2"))
row("", "", F.format("nameless", "3"))
# What is not there, or has to be as if it were not.
for i, include in enumerate(['"linkout.h"', '"pipe.h"', '"../outside.h"', '"../../outside.h"', '"up/outside.h"', '"inner/pro j/list.h"',
                             "<twice.h>", '"only.h"', '"/etc/nowhere.h"']):
    row(f"lost{i}.c", f"#include {include}\n", F.format(f"lost{i}", "1"), "missing_header")
row("many/many.c", '#include "all.h"\n', F.format("many", "H1"), "headers_large")
with open("rows.jsonl", "w") as f:
    f.writelines(json.dumps(r) + "\n" for r in rows)
with open("rows.fates", "w") as f:
    f.writelines(x + "\n" for x in fates)
with open("rows.want", "w") as f:
    f.writelines(json.dumps(w) + "\n" for w in wants)
with open("files.jsonl", "w") as f:
    f.write(json.dumps({"content": '#include "cmp.h"\nint same(const char *a)\n{\n\tif (strcmp(a, "b"))\n\t\treturn 0;\n\treturn 1;\n}\n',
                        "path": "tidy.c"}) + "\n")

# ---- patches ----

LIST = "#include \"list.h\"\n\nint list_len(const struct list *l)\n{\n\tint n = 0;\n\n\tfor (; l; l = l->next)\n\t\tn++;\n\treturn n;\n}\n"
state = {"src/list.h": "struct list {\n\tstruct list *next;\n\tint value;\n};\nint list_len(const struct list *l);\n",
         "src/list.c": LIST, "src/old.h": "#define OLD 1\n", "src/size.c": "int size(void)\n{\n\treturn SIZE;\n}\n",
         "src/out.c": '#include "../../outside.h"\n' + F.format("out", "1").replace("return", "retrun"), "README": "A list\n"}
for path, text in state.items():
    write(f"before/{path}", text)
patches, fates, mail = [], [], []


def patch(name, said, changes, fate, lines=0):
    """changes: path -> text after, None: removed. lines: how far the hunks' line numbers are off."""
    text = said + "\n"
    for path, after in changes.items():
        was, now = state.get(path), after
        diff = difflib.unified_diff((was or "").splitlines(True), (now or "").splitlines(True),
                                    f"a/{path}" if was is not None else "/dev/null", f"b/{path}" if now is not None else "/dev/null")
        for line in diff:
            if lines and line.startswith("@@"):
                a, b = line.split()[1:3]
                shift = lambda r: r[0] + str(int(r[1:].split(",")[0]) + lines) + "," + r.split(",")[1]
                line = f"@@ {shift(a)} {shift(b)} @@\n"
            text += line
        state[path] = after
        if after is None:
            del state[path]
    write(f"patches/{name}.patch", text)
    patches.append(name)
    fates.extend(fate)
    mail.append("From " + f"{len(mail) + 1:040x}" + " Mon Sep 17 00:00:00 2001\nSubject: [PATCH] " + said.splitlines()[0].split(": ", 1)[-1] + "\n" +
                text.split("\n", said.count("\n") + 1)[-1])


# A header changes, and what uses it: the header as it is after refuses the file as it was.
patch("a", "Description: Name what the list is of\nAuthor: Ada",
      {"src/list.h": state["src/list.h"].replace("next", "link"), "src/list.c": LIST.replace("->next", "->link")}, ["before_compiles", "taken"])
# What a patch adds is there for those behind it.
patch("b", "Subject: [PATCH 1/2] Add a size", {"src/size.h": "#define SIZE 4\n", "README": "A list with a size\n"}, [])
patch("c", "Subject: Include the size", {"src/size.c": '#include "size.h"\n' + state["src/size.c"]}, ["taken"])
# Its hunk stands elsewhere than it says.
patch("d", "Subject: Nothing to see", {"src/list.c": state["src/list.c"].replace("n = 0;", "n = 4 - 4;")}, ["before_compiles"], lines=2)
# One that does not fit changes nothing, one that takes a file away is no pair.
kept = dict(state)
state["src/list.c"] = state["src/list.c"].replace("for", "while")
patch("e", "Subject: It does not fit", {"src/list.c": state["src/list.c"].replace("n++", "n--")}, ["apply_failed"])
state = kept
patch("f", "Subject: The old one goes", {"src/old.h": None}, [])
patch("g", "Subject: A link out", {"src/out.c": state["src/out.c"].replace("retrun", "return")}, ["missing_header"])


def raw(name, text, fate):
    write(f"patches/{name}.patch", text)
    patches.append(name)
    fates.extend(fate)
    mail.append(f"From {len(mail) + 1:040x} Mon Sep 17 00:00:00 2001\n{text}")


# As git writes a file that moves: the next patch finds it there.
hunk = "@@ -4,1 +4,1 @@\n-\treturn {};\n+\treturn {};\n"
raw("h", "Subject: It moves\n---\ndiff --git a/src/size.c b/src/length.c\nsimilarity index 90%\nrename from src/size.c\nrename to src/length.c\n"
    "--- a/src/size.c\n+++ b/src/length.c\n" + hunk.format("SIZE", "SIZE + 0"), ["before_compiles"])
raw("i", "Subject: And again\n---\n--- a/src/length.c\n+++ b/src/length.c\n" + hunk.format("SIZE + 0", "(SIZE)"), ["before_compiles"])
# What is cut short, what gives lines that there cannot be, and a letter without a patch cost nothing but themselves.
raw("j", "--- a/src/list.c\n+++ b/src/list.c\n@@ -1,3 +1,3 @@\n #include \"list.h\"\n", ["apply_failed"])
raw("k", "--- a/src/list.c\n+++ b/src/list.c\n@@ -1,99999999999 +1 @@\n-x\n", ["apply_failed"])
raw("l", "Subject: [PATCH 0/2] Two patches\n\nthat do this and that.\n", ["no_change"])
raw("m", "--- /dev/null\n+++ b/src/new.c\n@@ -0,0 +1,3 @@\n+int x;\n", ["apply_failed"])
# The origin of a copy is as it was before the patch; two files may change places.
raw("n", "diff --git a/src/list.c b/src/list.c\n--- a/src/list.c\n+++ b/src/list.c\n@@ -8,1 +8,1 @@\n-\t\tn++;\n+\t\t++n;\n"
    "diff --git a/src/list.c b/src/other.c\ncopy from src/list.c\ncopy to src/other.c\n--- a/src/list.c\n+++ b/src/other.c\n"
    "@@ -8,1 +8,1 @@\n-\t\tn++;\n+\t\tn += 1;\n", ["before_compiles", "before_compiles"])
raw("o", "diff --git a/src/other.c b/src/list.c\nrename from src/other.c\nrename to src/list.c\n"
    "diff --git a/src/list.c b/src/other.c\nrename from src/list.c\nrename to src/other.c\n", [])
raw("p", "--- a/src/list.c\n+++ b/src/list.c\n@@ -8,1 +8,1 @@\n-\t\tn += 1;\n+\t\tn = n + 1;\n"
    "--- a/src/other.c\n+++ b/src/other.c\n@@ -8,1 +8,1 @@\n-\t\t++n;\n+\t\tn = 1 + n;\n", ["before_compiles", "before_compiles"])
# A header that moved is found where it is, and no more where it was.
raw("q", "diff --git a/src/list.h b/deep/list.h\nrename from src/list.h\nrename to deep/list.h\n", [])
raw("r", "--- a/deep/list.h\n+++ b/deep/list.h\n@@ -2,1 +2,1 @@\n-\tstruct list *link;\n+\tstruct list *chain;\n"
    "--- a/src/list.c\n+++ b/src/list.c\n@@ -7,1 +7,1 @@\n-\tfor (; l; l = l->link)\n+\tfor (; l; l = l->chain)\n", ["before_compiles", "taken"])
write("patches/series", "# in this order\n" + "".join(f"{p}.patch{' -p1' if p == 'b' else ''}\n" for p in patches))
write("patches/README", "no patch\n")
write("all.patch", "".join(mail))
with open("series.fates", "w") as f:
    f.writelines(x + "\n" for x in fates)
