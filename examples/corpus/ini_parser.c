/* INI reader: sections, key = value, comments, typed lookups with defaults. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    char *key;
    char *value;
    struct pair *next;
} Pair;

typedef struct section {
    char *name;
    Pair *pairs;
    struct section *next;
} Section;

typedef struct {
    Section *sections;
    int errors;
} Ini;

Ini *ini_parse(const char *text);
Section *ini_section(const Ini *ini, const char *name);
const char *ini_get(const Ini *ini, const char *section, const char *key);
long ini_long(const Ini *ini, const char *section, const char *key, long fallback);
int ini_bool(const Ini *ini, const char *section, const char *key);
void ini_free(Ini *ini);
static char *substring(const char *start, const char *end);
static void parse_line(Ini *ini, Section **current, const char *start, const char *end);

static char *substring(const char *start, const char *end)
{
    while (start < end && isspace((unsigned char)*start))
        start++;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;

    size_t n = (size_t)(end - start);
    char *copy = malloc(n + 1);
    memcpy(copy, start, n);
    copy[n] = '\0';
    return copy;
}

Section *ini_section(const Ini *ini, const char *name)
{
    if (ini == NULL || name == NULL)
        return NULL;
    for (Section *s = ini->sections; s; s = s->next) {
        if (strcmp(s->name, name) == 0)
            return s;
    }
    return NULL;
}

static void parse_line(Ini *ini, Section **current, const char *start, const char *end)
{
    char *line = substring(start, end);
    size_t n = strlen(line);

    if (n == 0 || line[0] == ';' || line[0] == '#') {
        free(line);
        return;
    }
    if (line[0] == '[') {
        char *name = substring(line + 1, line + n - 1);
        Section *s = ini_section(ini, name);
        if (line[n - 1] != ']') {
            printf("bad section: %s\n", line);
            ini->errors++;
            free(name);
        } else if (s) {
            printf("section %s again\n", name);
            free(name);
            *current = s;
        } else {
            s = calloc(1, sizeof(*s));
            s->name = name;
            s->next = ini->sections;
            ini->sections = s;
            *current = s;
        }
        free(line);
        return;
    }

    const char *eq = strchr(line, '=');
    if (eq == NULL || *current == NULL) {
        printf("ignored: %s\n", line);
        ini->errors++;
        free(line);
        return;
    }
    Pair *p = malloc(sizeof(*p));
    p->key = substring(line, eq);
    p->value = substring(eq + 1, line + n);
    p->next = (*current)->pairs;
    (*current)->pairs = p;
    free(line);
}

Ini *ini_parse(const char *text)
{
    Ini *ini = calloc(1, sizeof(*ini));
    Section *current = NULL;

    while (text != NULL && *text != '\0') {
        const char *end = strchr(text, '\n');
        if (end == NULL)
            end = text + strlen(text);
        parse_line(ini, &current, text, end);
        text = *end == '\n' ? end + 1 : end;
    }
    return ini;
}

const char *ini_get(const Ini *ini, const char *section, const char *key)
{
    Section *s = ini_section(ini, section);

    if (!s)
        return NULL;
    for (Pair *p = s->pairs; p != NULL; p = p->next) {
        if (strcmp(p->key, key) == 0)
            return p->value;
    }
    return NULL;
}

long ini_long(const Ini *ini, const char *section, const char *key, long fallback)
{
    const char *value = ini_get(ini, section, key);
    char *end = NULL;

    if (value == NULL)
        return fallback;
    long n = strtol(value, &end, 0);
    return *end == '\0' ? n : fallback;
}

int ini_bool(const Ini *ini, const char *section, const char *key)
{
    const char *value = ini_get(ini, section, key);

    if (!value)
        return -1;
    return strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
}

void ini_free(Ini *ini)
{
    int pairs = 0, sections = 0;

    if (ini == NULL)
        return;
    for (Section *s = ini->sections; s != NULL; sections++) {
        Section *next = s->next;
        for (Pair *p = s->pairs; p != NULL; pairs++) {
            Pair *after = p->next;
            free(p->key);
            free(p->value);
            free(p);
            p = after;
        }
        printf("freeing [%s]\n", s->name);
        free(s->name);
        free(s);
        s = next;
    }
    printf("%d sections, %d pairs, %d errors\n", sections, pairs, ini->errors);
    free(ini);
}

int main(void)
{
    static const char text[] = "orphan = 1\n"
                               "; comment\n"
                               "[server]\n"
                               "host = example.org\n"
                               "port = 8080\n"
                               "timeout = 0x1e\n"
                               "\n"
                               "[ limits ]\n"
                               "max files = 64\n"
                               "strict=yes\n"
                               "garbage line\n"
                               "[broken\n"
                               "[server]\n"
                               "port = 9090\n"
                               "debug = no\n"
                               "quota = 12kb";
    Ini *ini = ini_parse(text);
    Ini *empty = ini_parse(NULL);
    const char *const keys[] = {"host", "port", "user", "quota"};
    long total = 0;

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = ini_get(ini, "server", keys[i]);
        if (value)
            printf("%s = %s (%zu)\n", keys[i], value, strlen(value));
        else
            printf("%s is not set\n", keys[i]);
    }
    total += ini_long(ini, "server", "port", 80);
    total += ini_long(ini, "server", "timeout", 10);
    total += ini_long(ini, "limits", "max files", 1) * 100;
    total += ini_long(ini, "server", "quota", 7);
    total += ini_long(ini, "nowhere", "port", 3);
    total += ini_long(empty, "server", "port", 5) + ini_long(NULL, "server", "port", 6);
    printf("total %ld\n", total);
    printf("flags %d %d %d %d\n", ini_bool(ini, "limits", "strict"), ini_bool(ini, "server", "debug"),
           ini_bool(ini, "server", "trace"), ini_bool(ini, NULL, "debug"));
    ini_free(ini);
    ini_free(empty);
    ini_free(NULL);
    return 0;
}
