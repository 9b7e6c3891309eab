/* Reverse Polish calculator with named variables and a linked-list stack. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cell {
    double value;
    struct cell *below;
} Cell;

typedef struct variable {
    char name[8];
    double value;
    struct variable *next;
} Variable;

typedef struct {
    Cell *top;
    Variable *variables;
    int depth;
    int errors;
} Calc;

Calc *calc_new(void);
void calc_push(Calc *c, double value);
int calc_pop(Calc *c, double *out);
Variable *calc_lookup(Calc *c, const char *name);
void calc_assign(Calc *c, const char *name, double value);
int calc_word(Calc *c, const char *word);
int calc_eval(Calc *c, const char *line);
int calc_delete(Calc *c);

Calc *calc_new(void)
{
    Calc *c = malloc(sizeof(Calc));
    c->top = NULL;
    c->variables = NULL;
    c->depth = 0;
    c->errors = 0;
    return c;
}

void calc_push(Calc *c, double value)
{
    Cell *cell = malloc(sizeof(Cell));
    cell->value = value;
    cell->below = c->top;
    c->top = cell;
    c->depth++;
}

int calc_pop(Calc *c, double *out)
{
    Cell *cell = c->top;
    double value = 0;

    if (cell == NULL) {
        c->errors++;
        return 0;
    }
    c->top = cell->below;
    value = cell->value;
    free(cell);
    c->depth--;
    if (out != NULL)
        *out = value;
    return 1;
}

Variable *calc_lookup(Calc *c, const char *name)
{
    Variable *v = c->variables;
    while (v != NULL && strcmp(v->name, name) != 0)
        v = v->next;
    return v;
}

void calc_assign(Calc *c, const char *name, double value)
{
    Variable *v = calc_lookup(c, name);
    if (v == NULL) {
        v = calloc(1, sizeof(Variable));
        strncpy(v->name, name, sizeof(v->name) - 1);
        v->next = c->variables;
        c->variables = v;
    }
    v->value = value;
}

static int apply(Calc *c, char op)
{
    double a = 0, b = 0, r = 0;

    if (!calc_pop(c, &b) || !calc_pop(c, &a))
        return 0;
    switch (op) {
    case '+': r = a + b; break;
    case '-': r = a - b; break;
    case '*': r = a * b; break;
    case '/':
        if (b == 0) {
            c->errors++;
            return 0;
        }
        r = a / b;
        break;
    case '%': r = (double)((long)a % (long)b); break;
    default: return 0;
    }
    calc_push(c, r);
    return 1;
}

int calc_word(Calc *c, const char *word)
{
    size_t n = strlen(word);

    if (isdigit((unsigned char)word[0])) {
        calc_push(c, strtod(word, NULL));
        return 1;
    }
    if (n == 1 && strchr("+-*/%", word[0]) != NULL)
        return apply(c, word[0]);
    if (strcmp(word, "drop") == 0)
        return calc_pop(c, NULL);
    if (word[0] == '=') {
        double value = 0;
        if (!calc_pop(c, &value))
            return 0;
        calc_assign(c, word + 1, value);
        return 1;
    }
    Variable *v = calc_lookup(c, word);
    if (!v) {
        printf("%s? ", word);
        c->errors++;
        return 0;
    }
    calc_push(c, v->value);
    return 1;
}

int calc_eval(Calc *c, const char *line)
{
    int words = 0;

    if (c == NULL || line == NULL)
        return -1;

    char *copy = malloc(strlen(line) + 1);
    strcpy(copy, line);
    char *p = copy;
    for (;;) {
        while (*p == ' ')
            p++;
        if (*p == '\0')
            break;
        char *end = strchr(p, ' ');
        if (end != NULL)
            *end = '\0';
        if (!calc_word(c, p))
            break;
        words++;
        if (end == NULL)
            break;
        p = end + 1;
    }
    printf("%-22s %d words", line, words);
    free(copy);
    return words;
}

int calc_delete(Calc *c)
{
    int freed = 0;

    if (!c)
        return 0;
    while (calc_pop(c, NULL))
        freed++;
    while (c->variables) {
        Variable *v = c->variables;
        c->variables = v->next;
        printf("%s=%g ", v->name, v->value);
        free(v);
        freed++;
    }
    printf("errors %d\n", c->errors);
    free(c);
    return freed;
}

int main(void)
{
    static const char *const lines[] = {
        "drop", "3 4 + 2 *", "100 7 % =rem", "rem rem * =sq", "sq 0.5 - 8 /", "5 drop",
        "1 0 /",     "+",            "",              "nope 2 +",     "rem 10 + =rem rem",
        NULL,        "9 8 7",
    };
    Calc *c = calc_new();
    double checksum = 0;

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        int words = calc_eval(c, lines[i]);
        if (c->top == NULL)
            printf(" | empty (%d)\n", words);
        else
            printf(" | top %g depth %d\n", c->top->value, c->depth);
        checksum += words * (double)(i + 1);
    }
    Variable *rem = calc_lookup(c, "rem");
    Variable *tau = calc_lookup(c, "tau");
    if (rem != NULL)
        checksum += rem->value;
    if (tau != NULL)
        checksum += tau->value;
    printf("checksum %g\n", checksum);
    printf("no calculator %d\n", calc_eval(NULL, "1 2 +"));
    printf("freed %d\n", calc_delete(c));
    printf("freed %d\n", calc_delete(NULL));
    return 0;
}
