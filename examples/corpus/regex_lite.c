/* Small pattern matcher: literals, '.', classes, anchors and * + ? repeats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct atom {
    char kind; /* 'c' literal, '.' any, '[' class, '^' start, '$' end */
    char literal;
    char *set;
    int negated;
    int min, max;
    struct atom *next;
} atom;

typedef struct pattern {
    atom *first;
    int atoms;
    const char *error;
} pattern;

pattern *pattern_compile(const char *text);
const char *pattern_search(const pattern *p, const char *text, size_t *length);
int pattern_count(const pattern *p, const char *text);
int pattern_free(pattern *p);
static const char *match_here(const atom *a, const char *s, const char *start);
static int matches_one(const atom *a, char c);
static char *parse_set(const char **p, int *negated);

static char *parse_set(const char **p, int *negated)
{
    const char *close = strchr(*p + 1, ']');
    size_t n = 0;
    char *set;

    if (close == NULL)
        return NULL;
    *p += 1;
    *negated = **p == '^';
    *p += *negated;
    set = malloc(128);
    while (*p < close) {
        if ((*p)[1] == '-' && *p + 2 < close) {
            for (char c = (*p)[0]; c <= (*p)[2]; c++)
                set[n++] = c;
            *p += 3;
        } else {
            set[n++] = **p;
            *p += 1;
        }
    }
    set[n] = '\0';
    *p = close + 1;
    return set;
}

pattern *pattern_compile(const char *text)
{
    if (text == NULL)
        return NULL;

    pattern *p = calloc(1, sizeof(pattern));
    atom **end = &p->first;
    while (*text != '\0') {
        atom *a = calloc(1, sizeof(atom));
        a->min = 1;
        a->max = 1;
        *end = a;
        end = &a->next;
        p->atoms++;
        if (*text == '[') {
            a->kind = '[';
            a->set = parse_set(&text, &a->negated);
            if (a->set == NULL) {
                p->error = "missing ]";
                return p;
            }
        } else if (*text == '.' || *text == '^' || *text == '$') {
            a->kind = *text++;
        } else {
            if (*text == '\\' && text[1] != '\0')
                text++;
            a->kind = 'c';
            a->literal = *text++;
        }
        if (*text == '*' || *text == '+' || *text == '?') {
            a->min = *text == '+';
            a->max = *text == '?' ? 1 : 1000;
            text++;
        }
    }
    return p;
}

static int matches_one(const atom *a, char c)
{
    if (c == '\0')
        return 0;
    if (a->kind == '.')
        return 1;
    if (a->set != NULL)
        return (strchr(a->set, c) != NULL) != a->negated;
    return a->literal == c;
}

static const char *match_here(const atom *a, const char *s, const char *start)
{
    int taken = 0;

    if (a == NULL)
        return s;
    if (a->kind == '^')
        return s == start ? match_here(a->next, s, start) : NULL;
    if (a->kind == '$')
        return *s == '\0' ? match_here(a->next, s, start) : NULL;
    while (taken < a->max && matches_one(a, s[taken]))
        taken++;
    for (; taken >= a->min; taken--) {
        const char *end = match_here(a->next, s + taken, start);
        if (end != NULL)
            return end;
    }
    return NULL;
}

const char *pattern_search(const pattern *p, const char *text, size_t *length)
{
    if (p == NULL || text == NULL || p->error != NULL)
        return NULL;
    for (const char *s = text;; s++) {
        const char *end = match_here(p->first, s, text);
        if (end) {
            if (length != NULL)
                *length = (size_t)(end - s);
            return s;
        }
        if (*s == '\0')
            break;
    }
    return NULL;
}

int pattern_count(const pattern *p, const char *text)
{
    int count = 0;
    size_t length = 0;

    for (;;) {
        const char *hit = pattern_search(p, text, &length);
        if (hit == NULL)
            break;
        count++;
        if (hit[length] == '\0')
            break;
        text = hit + (length > 0 ? length : 1);
    }
    return count;
}

int pattern_free(pattern *p)
{
    int atoms = 0;

    if (!p)
        return -1;
    while (p->first) {
        atom *a = p->first;
        p->first = a->next;
        atoms += a->kind == '[' ? 10 : 1;
        free(a->set);
        free(a);
    }
    atoms += p->atoms * 100;
    free(p);
    return atoms;
}

int main(void)
{
    static const struct {
        const char *pattern;
        const char *text;
    } cases[] = {
        {"b+c", "aabbbcd"},       {"^a.*d$", "abcd"},        {"^b", "abc"},
        {"[0-9]+\\.[0-9]*", "pi is 3.14159 or so"},          {"colou?r", "a color"},
        {"[^a-z ]", "lower Upper"}, {"x*", "yyy"},           {"end$", "the end is near"},
        {"[abc", "abc"},          {NULL, "abc"},             {"a", NULL},
        {"", "empty"},            {"h.t", "what a hot hat"}, {"[a-c]+[0-2]?", "zzcab19"},
    };
    int matched = 0, freed = 0;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pattern *p = pattern_compile(cases[i].pattern);
        size_t length = 0;
        const char *hit = pattern_search(p, cases[i].text, &length);
        printf("%-16s ", cases[i].pattern ? cases[i].pattern : "(null)");
        if (hit == NULL) {
            if (p != NULL && p->error != NULL)
                printf("error: %s\n", p->error);
            else
                printf("no match\n");
        } else {
            printf("at %d: \"%.*s\"\n", (int)(hit - cases[i].text), (int)length, hit);
            matched++;
        }
        freed += pattern_free(p);
    }

    pattern *word = pattern_compile("[a-z]+");
    pattern *broken = pattern_compile("z[");
    printf("words %d, none %d, broken %d\n", pattern_count(word, "one two, three; FOUR five"),
           pattern_count(word, "12 34"), pattern_count(broken, "zz["));
    printf("found %d\n", pattern_search(word, "9 lives", NULL) != NULL);
    freed += pattern_free(word) + pattern_free(broken);
    printf("matched %d freed %d\n", matched, freed);
    return 0;
}
