/* Doubly linked lists: the head is a node, the others stand in what they link. */
#ifndef KERNELS_LIST_H
#define KERNELS_LIST_H

#include "kernel.h"

struct list_node {
	struct list_node *next, *prev;
};

/* What stands in a node that is in no list: to follow it is a fault. */
#define LIST_POISON ((struct list_node *)0xdead4ead00000100ULL)

#define LIST_FOR_EACH(at, head) for (struct list_node *at = (head)->next; at != (head); at = at->next)

static inline void list_init(struct list_node *head)
{
	head->next = head->prev = head;
}

static inline bool list_empty(const struct list_node *head)
{
	return head->next == head;
}

static inline void list_add_after(struct list_node *node, struct list_node *at)
{
	node->next = at->next;
	node->prev = at;
	at->next->prev = node;
	at->next = node;
}

static inline void list_add_tail(struct list_node *node, struct list_node *head)
{
	list_add_after(node, head->prev);
}

static inline void list_remove(struct list_node *node)
{
	KASSERT(node->next->prev == node && node->prev->next == node);
	node->next->prev = node->prev;
	node->prev->next = node->next;
	node->next = node->prev = LIST_POISON;
}

static inline struct list_node *list_take_first(struct list_node *head)
{
	struct list_node *node = head->next;
	if (node == head)
		return NULL;
	list_remove(node);
	return node;
}

#endif
