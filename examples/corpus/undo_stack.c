/* Line editor with undo and redo stacks of reversible commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_UNDO 6

typedef enum { CMD_INSERT, CMD_DELETE } kind;

typedef struct command {
    kind kind;
    size_t at;
    char *text;
    struct command *next;
} command;

typedef struct {
    char *text;
    size_t length;
    command *undo;
    command *redo;
    int undo_depth;
    int forgotten;
} editor;

editor *editor_open(const char *text);
int editor_insert(editor *e, size_t at, const char *text);
int editor_delete(editor *e, size_t at, size_t n);
int editor_undo(editor *e);
int editor_redo(editor *e);
int editor_close(editor *e);
static command *command_new(kind k, size_t at, const char *text, size_t n);
static int drop_commands(command *c);
static void apply(editor *e, kind k, size_t at, const char *text);
static void trim_undo(editor *e);

static char *copy_n(const char *s, size_t n)
{
    char *copy = malloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

static command *command_new(kind k, size_t at, const char *text, size_t n)
{
    command *c = malloc(sizeof *c);
    c->kind = k;
    c->at = at;
    c->text = copy_n(text, n);
    c->next = NULL;
    return c;
}

static int drop_commands(command *c)
{
    int dropped = 0;

    while (c != NULL) {
        command *next = c->next;
        free(c->text);
        free(c);
        c = next;
        dropped++;
    }
    return dropped;
}

editor *editor_open(const char *text)
{
    if (text == NULL)
        return NULL;
    editor *e = calloc(1, sizeof *e);
    e->length = strlen(text);
    e->text = copy_n(text, e->length);
    return e;
}

static void apply(editor *e, kind k, size_t at, const char *text)
{
    size_t n = strlen(text);
    size_t length = k == CMD_INSERT ? e->length + n : e->length - n;
    char *result = malloc(length + 1);

    memcpy(result, e->text, at);
    if (k == CMD_INSERT) {
        memcpy(result + at, text, n);
        strcpy(result + at + n, e->text + at);
    } else {
        strcpy(result + at, e->text + at + n);
    }
    free(e->text);
    e->text = result;
    e->length = length;
}

static void trim_undo(editor *e)
{
    command *c = e->undo;

    if (e->undo_depth <= MAX_UNDO)
        return;
    for (int i = 1; i < MAX_UNDO; i++)
        c = c->next;
    e->forgotten += drop_commands(c->next);
    c->next = NULL;
    e->undo_depth = MAX_UNDO;
}

static void record(editor *e, command *c)
{
    apply(e, c->kind, c->at, c->text);
    c->next = e->undo;
    e->undo = c;
    e->undo_depth++;
    if (e->redo) {
        e->forgotten += drop_commands(e->redo);
        e->redo = NULL;
    }
    trim_undo(e);
}

int editor_insert(editor *e, size_t at, const char *text)
{
    if (e == NULL || text == NULL || at > e->length)
        return -1;
    record(e, command_new(CMD_INSERT, at, text, strlen(text)));
    return (int)e->length;
}

int editor_delete(editor *e, size_t at, size_t n)
{
    if (!e || at + n > e->length)
        return -1;
    record(e, command_new(CMD_DELETE, at, e->text + at, n));
    return (int)e->length;
}

int editor_undo(editor *e)
{
    command *c = e->undo;

    if (c == NULL)
        return 0;
    apply(e, c->kind == CMD_INSERT ? CMD_DELETE : CMD_INSERT, c->at, c->text);
    e->undo = c->next;
    e->undo_depth--;
    c->next = e->redo;
    e->redo = c;
    return 1;
}

int editor_redo(editor *e)
{
    command *c = e->redo;

    if (!c)
        return 0;
    apply(e, c->kind, c->at, c->text);
    e->redo = c->next;
    c->next = e->undo;
    e->undo = c;
    e->undo_depth++;
    return 1;
}

int editor_close(editor *e)
{
    int dropped = 0;

    if (e == NULL)
        return -1;
    dropped = drop_commands(e->undo) * 10 + drop_commands(e->redo);
    printf("close \"%s\" after forgetting %d\n", e->text, e->forgotten);
    free(e->text);
    free(e);
    return dropped;
}

static void show(const char *what, const editor *e)
{
    int redo = 0;
    for (const command *c = e->redo; c; c = c->next)
        redo++;
    printf("%-10s \"%s\" (%zu) undo %d redo %d\n", what, e->text, e->length, e->undo_depth, redo);
}

int main(void)
{
    editor *e = editor_open("hello world");
    editor *none = editor_open(NULL);
    int undone = 0;

    show("open", e);
    printf("undo %d redo %d\n", editor_undo(e), editor_redo(e));
    editor_insert(e, 5, ", dear");
    show("insert", e);
    editor_delete(e, 0, 1);
    editor_insert(e, 0, "J");
    show("replace", e);
    while (editor_undo(e)) {
        undone++;
        show("undo", e);
    }
    while (editor_redo(e))
        undone += 10;
    show("redo", e);
    printf("undone %d\n", undone);

    editor_undo(e);
    editor_insert(e, e->length, "!");
    show("branch", e);
    printf("errors %d %d %d %d\n", editor_insert(e, 99, "x"), editor_insert(e, 0, NULL),
           editor_delete(e, 10, 10), editor_insert(none, 0, "x"));
    printf("null delete %d\n", editor_delete(none, 0, 0));

    for (int i = 0; i < 8; i++) {
        char text[3] = {(char)('a' + i), (char)('A' + i), '\0'};
        editor_insert(e, (size_t)i * 2, text);
    }
    show("typed", e);
    editor_delete(e, 4, 6);
    editor_delete(e, e->length, 0);
    show("deleted", e);
    for (int i = 0; i < 3; i++)
        editor_undo(e);
    show("undone", e);
    printf("dropped %d", editor_close(e));
    printf(" %d\n", editor_close(none));
    return 0;
}
