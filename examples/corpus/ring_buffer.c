/* Fixed-capacity byte ring buffer with bulk read and write and line framing. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ring {
    unsigned char *data;
    size_t capacity;
    size_t head; /* next byte to read */
    size_t count;
    unsigned long dropped;
} ring_t;

ring_t *ring_create(size_t capacity);
unsigned long ring_destroy(ring_t *r);
bool ring_put(ring_t *r, unsigned char byte);
bool ring_get(ring_t *r, unsigned char *out);
size_t ring_write(ring_t *r, const void *src, size_t n);
size_t ring_read(ring_t *r, void *dst, size_t n);
long ring_find(const ring_t *r, unsigned char byte);
char *ring_take_line(ring_t *r);

ring_t *ring_create(size_t capacity)
{
    ring_t *r;

    if (capacity == 0)
        return NULL;
    r = calloc(1, sizeof(*r));
    r->data = malloc(capacity);
    r->capacity = capacity;
    return r;
}

unsigned long ring_destroy(ring_t *r)
{
    unsigned long dropped = 0;

    if (r == NULL)
        return 0;
    dropped = r->dropped + r->count;
    memset(r->data, 0, r->capacity);
    free(r->data);
    free(r);
    return dropped;
}

bool ring_put(ring_t *r, unsigned char byte)
{
    if (r->count == r->capacity) {
        r->dropped++;
        return false;
    }
    size_t tail = (r->head + r->count) % r->capacity;
    r->data[tail] = byte;
    r->count++;
    return true;
}

bool ring_get(ring_t *r, unsigned char *out)
{
    unsigned char byte;

    if (r->count == 0)
        return false;
    byte = r->data[r->head];
    r->head = (r->head + 1) % r->capacity;
    r->count--;
    if (out != NULL)
        *out = byte;
    return true;
}

size_t ring_write(ring_t *r, const void *src, size_t n)
{
    const unsigned char *bytes = src;
    size_t done = 0;

    if (r == NULL || src == NULL)
        return 0;
    while (done < n && ring_put(r, bytes[done]))
        done++;
    return done;
}

size_t ring_read(ring_t *r, void *dst, size_t n)
{
    unsigned char *bytes = dst;
    size_t done = 0;

    while (done < n) {
        unsigned char b = 0;
        if (!ring_get(r, &b))
            break;
        if (bytes)
            bytes[done] = b;
        done++;
    }
    return done;
}

long ring_find(const ring_t *r, unsigned char byte)
{
    for (size_t i = 0; i < r->count; i++) {
        if (r->data[(r->head + i) % r->capacity] == byte)
            return (long)i;
    }
    return -1;
}

char *ring_take_line(ring_t *r)
{
    long at = ring_find(r, '\n');
    char *line;

    if (at < 0)
        return NULL;
    line = malloc((size_t)at + 1);
    ring_read(r, line, (size_t)at);
    line[at] = '\0';
    ring_get(r, NULL);
    return line;
}

static int drain_lines(ring_t *r)
{
    int lines = 0;

    for (;;) {
        char *line = ring_take_line(r);
        if (line == NULL)
            break;
        printf("line %d: \"%s\" (%zu)\n", lines, line, strlen(line));
        free(line);
        lines++;
    }
    return lines;
}

int main(void)
{
    static const char *const chunks[] = {
        "GET /ind", "ex.html\nHost: ", "example.org\n\nbo", NULL, "dy line one\nrest",
    };
    ring_t *r = ring_create(24);
    size_t accepted = 0;
    int lines = 0;
    unsigned sum = 0;
    unsigned char b = 0;

    for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
        const char *chunk = chunks[i];
        size_t n = 0;
        if (chunk != NULL)
            n = ring_write(r, chunk, strlen(chunk));
        accepted += n;
        printf("chunk %zu: %zu bytes, %zu queued\n", i, n, r->count);
        lines += drain_lines(r);
    }
    printf("%zu accepted, %d lines, %zu pending\n", accepted, lines, r->count);

    printf("overfill %zu\n", ring_write(r, "abcdefghijklmnopqrstuvwxyz", 26));
    if (!ring_put(r, '!'))
        printf("full, dropped %lu\n", r->dropped);
    printf("skip %zu\n", ring_read(r, NULL, 4));
    while (ring_get(r, &b))
        sum = sum * 31 + b;
    printf("sum %u, get on empty %d, find %ld\n", sum, ring_get(r, &b), ring_find(r, 'a'));
    printf("null source %zu, null ring %zu\n", ring_write(r, NULL, 3), ring_write(NULL, "x", 1));
    printf("tail %zu\n", ring_write(r, "tail", 4));
    printf("lost %lu and %lu\n", ring_destroy(r), ring_destroy(ring_create(0)));
    return 0;
}
