/* Intrusive doubly linked list and a job table built on it; merge sort. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link {
	struct link *prev, *next;
};

#define container_of(ptr, type, member) \
	((type *)(void *)((char *)(ptr) - offsetof(type, member)))

struct job {
	char name[12];
	int priority;
	struct link link;
};

void list_init(struct link *head);
void list_append(struct link *head, struct link *item);
void list_remove(struct link *item);
struct link *list_first(const struct link *head);
struct link *list_last(const struct link *head);
int list_length(const struct link *head);
void list_sort(struct link *head);
struct job *job_new(const char *name, int priority);
struct job *job_by_name(const struct link *head, const char *name);
const char *job_name(const struct job *j);
int jobs_free(struct link *head);

void list_init(struct link *head)
{
	head->prev = head;
	head->next = head;
}

void list_append(struct link *head, struct link *item)
{
	item->prev = head->prev;
	item->next = head;
	head->prev->next = item;
	head->prev = item;
}

void list_remove(struct link *item)
{
	if (item == NULL)
		return;
	item->prev->next = item->next;
	item->next->prev = item->prev;
	list_init(item);
}

struct link *list_first(const struct link *head)
{
	return head->next == head ? NULL : head->next;
}

struct link *list_last(const struct link *head)
{
	return head->prev == head ? NULL : head->prev;
}

int list_length(const struct link *head)
{
	int n = 0;

	for (const struct link *l = head->next; l != head; l = l->next)
		n++;
	return n;
}

static int job_before(const struct link *a, const struct link *b)
{
	const struct job *x = container_of(a, struct job, link);
	const struct job *y = container_of(b, struct job, link);

	if (x->priority != y->priority)
		return x->priority > y->priority;
	return strcmp(x->name, y->name) < 0;
}

void list_sort(struct link *head)
{
	struct link left, right;
	int half = list_length(head) / 2;

	if (half == 0)
		return;
	list_init(&left);
	list_init(&right);
	for (int i = 0; list_first(head) != NULL; i++) {
		struct link *l = list_first(head);

		list_remove(l);
		list_append(i < half ? &left : &right, l);
	}
	list_sort(&left);
	list_sort(&right);
	for (;;) {
		struct link *a = list_first(&left);
		struct link *b = list_first(&right);
		struct link *take;

		if (a == NULL && b == NULL)
			break;
		if (a == NULL)
			take = b;
		else if (b == NULL)
			take = a;
		else
			take = job_before(b, a) ? b : a;
		list_remove(take);
		list_append(head, take);
	}
}

struct job *job_new(const char *name, int priority)
{
	struct job *j = malloc(sizeof *j);

	snprintf(j->name, sizeof j->name, "%s", name);
	j->priority = priority;
	list_init(&j->link);
	return j;
}

struct job *job_by_name(const struct link *head, const char *name)
{
	for (struct link *l = head->next; l != head; l = l->next) {
		struct job *j = container_of(l, struct job, link);

		if (strcmp(j->name, name) == 0)
			return j;
	}
	return NULL;
}

const char *job_name(const struct job *j)
{
	if (j == NULL)
		return "-";
	return j->name;
}

int jobs_free(struct link *head)
{
	int weight = 0;
	struct link *l = list_last(head);

	while (l != NULL) {
		struct job *j = container_of(l, struct job, link);

		list_remove(&j->link);
		weight = weight * 2 + j->priority;
		free(j);
		l = list_last(head);
	}
	return weight;
}

static void print_jobs(const char *title, const struct link *head)
{
	printf("%s (%d):", title, list_length(head));
	for (struct link *l = head->next; l != head; l = l->next) {
		struct job *j = container_of(l, struct job, link);

		printf(" %s/%d", j->name, j->priority);
	}
	printf("\n");
}

int main(void)
{
	static const char *const names[] = {
		"build", "test", "lint", "deploy", "docs", "bench", "archive",
	};
	struct link queue, done;
	struct job *j;

	list_init(&queue);
	list_init(&done);
	printf("first of none: %d\n", list_first(&queue) == NULL);
	for (int i = 0; i < 7; i++) {
		j = job_new(names[i], (i * 5 + 3) % 4);
		list_append(&queue, &j->link);
	}
	print_jobs("queued", &queue);
	list_sort(&queue);
	print_jobs("sorted", &queue);

	for (int i = 0; i < 12; i++) {
		struct link *l = list_first(&queue);

		if (l == NULL) {
			printf("step %d: idle\n", i);
			continue;
		}
		j = container_of(l, struct job, link);
		list_remove(l);
		if (j->priority > 0 && i % 2 == 0) {
			j->priority--;
			list_append(&queue, l);
		} else {
			list_append(&done, l);
		}
		printf("step %d: %s, %d waiting\n", i, j->name, list_length(&queue));
	}
	print_jobs("done", &done);
	printf("find %s %s\n", job_name(job_by_name(&done, "test")),
	       job_name(job_by_name(&done, "paint")));

	j = job_by_name(&done, "build");
	if (j != NULL) {
		list_remove(&j->link);
		printf("cancelled %s at %d\n", j->name, j->priority);
		free(j);
	}
	j = job_by_name(&done, "missing");
	if (j != NULL)
		printf("unexpected %s\n", j->name);
	list_remove(NULL);
	print_jobs("queued", &queue);
	printf("freed %d\n", jobs_free(&done));
	printf("freed %d\n", jobs_free(&queue));
	return 0;
}
