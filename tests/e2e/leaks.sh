#!/usr/bin/env bash
# A program that leaks as it is gives records of its other faults: none looks for leaks, they replay,
# and a leak of the original is not held against their fixes.
. "$FL_SRC/tests/support/e2e.sh"
need jq

mkdir "$dir/corpus"
cat >"$dir/corpus/stack.c" <<'C'
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static struct node *push(struct node *top, int value)
{
	struct node *n = malloc(sizeof(*n));
	if (!n)
		exit(1);
	n->next = top;
	n->value = value;
	return n;
}

static int sum(const struct node *top)
{
	int total = 0;
	for (const struct node *n = top; n != NULL; n = n->next)
		total += n->value;
	return total;
}

int main(void)
{
	struct node *top = NULL;
	int *values = malloc(5 * sizeof(*values));
	if (!values)
		return 1;
	for (int i = 0; i < 5; i++)
		values[i] = i * i;
	for (int i = 0; i < 5; i++)
		top = push(top, values[i]);
	printf("%d\n", sum(top));
	free(values);
	top = NULL;
	return 0;
}
C
# It leaks and does something else, too: no program for faults.
printf '#include <stdlib.h>\nint main(void) { volatile char *p = malloc(9); p[0] = 1; p = NULL; return 3; }\n' \
	>"$dir/corpus/leaks_and_fails.c"
with_own_tmp "$datasets" build "$dir/corpus" -o "$dir/out" --no-cache --limit 6 --compile-sites 1 --traces 1 \
	--crashes 1 >"$dir/table" || fail "no build: $(cat "$dir/table")"
jq -e '.programs.taken == 1 and (.programs.refused | map({(.name): .count}) | add) == {exit_status: 1}' \
	"$dir/out/manifest.json" >/dev/null || fail "programs: $(jq -c .programs "$dir/out/manifest.json")"
counted() { # TEXT COUNT
	jq -e --arg name "$1" --argjson count "$2" 'any(.skipped[]; .name == $name and .count == $count)' \
		"$dir/out/manifest.json" >/dev/null || fail "not counted: $1: $(jq -c .skipped "$dir/out/manifest.json")"
}
counted "taken without the search for leaks: the original leaks memory" 1
counted "not tried: would show as a leak, and the original leaks" 1 # that of free(values)
"$datasets" cat "$dir/out" >"$dir/records"
jq -es 'length > 3 and all(.run.env | contains("detect_leaks=0") and (contains("detect_leaks=1") | not))' \
	"$dir/records" >/dev/null || fail "records do not say that leaks are not looked for"
jq -es 'all(.verification.buggy.status | contains("leak") | not)' "$dir/records" >/dev/null || fail "a leak is a fault"
"$datasets" verify "$dir/out" --replay 3 >"$dir/log" 2>&1 || fail "verify: $(cat "$dir/log")"
grep -qx 'replayed 3 of 3' "$dir/log" || fail "not all replay: $(cat "$dir/log")"

# Its own fix passes; with a record that has leaks looked for, the original's would count.
jq -c 'select(.kind != "diagnostic_fix") | {id: "as it is", record: ., completion},
	{id: "searched", record: (.run.env |= gsub("detect_leaks=0"; "detect_leaks=1")), completion}' \
	"$dir/records" | head -n 4 >"$dir/candidates"
"$FL_BIN/rlvr-label" -q -j 2 <"$dir/candidates" >"$dir/labels"
jq -es 'length == 4 and all(if .id == "as it is" then .reward == 1 else .kind == "memory-leak" and .reward < 1 end)' \
	"$dir/labels" >/dev/null || fail "labels: $(cat "$dir/labels")"
nothing_left "a program that leaks"
exit "$bad"
