/* LZ77-style compressor with hash chains, and its decompressor. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_MATCH 3
#define MAX_MATCH 130
#define WINDOW 4096
#define HASH_SIZE 256
#define CHAIN_LIMIT 16

/* A control byte below 128 counts literals; above, it holds a match length
 * and two bytes of distance follow. */

typedef struct {
    uint8_t *data;
    size_t size;
    size_t room;
} buffer;

typedef struct {
    long head[HASH_SIZE];
    long *previous;
    long matches;
    long literals;
} matcher;

buffer *buffer_new(void);
void buffer_add(buffer *b, uint8_t byte);
void buffer_free(buffer *b);
matcher *matcher_new(size_t n);
size_t find_match(const matcher *m, const uint8_t *src, size_t n, size_t at, size_t *distance);
buffer *compress(const uint8_t *src, size_t n, long *matches);
buffer *decompress(const buffer *packed);
static unsigned hash3(const uint8_t *p);
static void flush_literals(buffer *out, const uint8_t *src, size_t from, size_t to);

buffer *buffer_new(void)
{
    buffer *b = malloc(sizeof *b);
    b->data = NULL;
    b->size = 0;
    b->room = 0;
    return b;
}

void buffer_add(buffer *b, uint8_t byte)
{
    if (b->size == b->room) {
        b->room = b->room * 2 + 16;
        b->data = realloc(b->data, b->room);
    }
    b->data[b->size++] = byte;
}

void buffer_free(buffer *b)
{
    if (b == NULL)
        return;
    free(b->data);
    free(b);
}

static unsigned hash3(const uint8_t *p)
{
    return (p[0] * 7u + p[1] * 31u + p[2] * 131u) % HASH_SIZE;
}

matcher *matcher_new(size_t n)
{
    matcher *m = malloc(sizeof *m);
    for (int i = 0; i < HASH_SIZE; i++)
        m->head[i] = -1;
    m->previous = malloc((n + 1) * sizeof *m->previous);
    m->matches = 0;
    m->literals = 0;
    return m;
}

static void matcher_insert(matcher *m, const uint8_t *src, size_t n, size_t at)
{
    if (at + MIN_MATCH > n)
        return;
    unsigned h = hash3(src + at);
    m->previous[at] = m->head[h];
    m->head[h] = (long)at;
}

size_t find_match(const matcher *m, const uint8_t *src, size_t n, size_t at, size_t *distance)
{
    size_t best = 0;
    int tries = 0;

    if (at + MIN_MATCH > n)
        return 0;
    for (long p = m->head[hash3(src + at)]; p >= 0 && tries < CHAIN_LIMIT; p = m->previous[p]) {
        size_t length = 0;
        if (at - (size_t)p > WINDOW)
            break;
        while (at + length < n && length < MAX_MATCH && src[(size_t)p + length] == src[at + length])
            length++;
        if (length > best) {
            best = length;
            *distance = at - (size_t)p;
        }
        tries++;
    }
    return best >= MIN_MATCH ? best : 0;
}

static void flush_literals(buffer *out, const uint8_t *src, size_t from, size_t to)
{
    while (from < to) {
        size_t count = to - from > 127 ? 127 : to - from;
        buffer_add(out, (uint8_t)count);
        for (size_t i = 0; i < count; i++)
            buffer_add(out, src[from + i]);
        from += count;
    }
}

buffer *compress(const uint8_t *src, size_t n, long *matches)
{
    if (src == NULL)
        return NULL;

    buffer *out = buffer_new();
    matcher *m = matcher_new(n);
    size_t start = 0, at = 0;

    while (at < n) {
        size_t distance = 0;
        size_t length = find_match(m, src, n, at, &distance);
        if (length == 0) {
            matcher_insert(m, src, n, at);
            m->literals++;
            at++;
            continue;
        }
        flush_literals(out, src, start, at);
        buffer_add(out, (uint8_t)(128 + length - MIN_MATCH));
        buffer_add(out, (uint8_t)(distance / 256));
        buffer_add(out, (uint8_t)(distance % 256));
        for (size_t i = 0; i < length; i++)
            matcher_insert(m, src, n, at + i);
        at += length;
        start = at;
        m->matches++;
    }
    flush_literals(out, src, start, n);
    if (matches != NULL)
        *matches = m->matches * 1000 + m->literals;
    free(m->previous);
    free(m);
    return out;
}

buffer *decompress(const buffer *packed)
{
    size_t i = 0;

    if (packed == NULL)
        return NULL;

    buffer *out = buffer_new();
    while (i < packed->size) {
        size_t control = packed->data[i++];
        if (control < 128) {
            for (size_t k = 0; k < control; k++)
                buffer_add(out, packed->data[i++]);
            continue;
        }
        size_t distance = packed->data[i] * 256u + packed->data[i + 1];
        i += 2;
        if (distance == 0 || distance > out->size) {
            buffer_free(out);
            return NULL;
        }
        for (size_t k = 0; k < control - 128 + MIN_MATCH; k++)
            buffer_add(out, out->data[out->size - distance]);
    }
    return out;
}

static unsigned adler(const uint8_t *p, size_t n)
{
    unsigned a = 1, b = 0;

    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static int round_trip(const char *name, const uint8_t *src, size_t n)
{
    long matches = -1;
    buffer *packed = compress(src, n, &matches);
    buffer *plain = decompress(packed);

    if (packed == NULL) {
        printf("%s: no input (%ld)\n", name, matches);
        return 0;
    }
    int same = plain->size == n && (n == 0 || memcmp(plain->data, src, n) == 0);
    printf("%s: %zu -> %zu, stats %ld, same %d, adler %08x\n", name, n, packed->size, matches, same,
           adler(packed->data, packed->size));
    buffer_free(plain);
    int saved = (int)n - (int)packed->size;
    buffer_free(packed);
    return saved;
}

int main(void)
{
    static const char rhyme[] = "round and round the ragged rock the ragged rascal ran, "
                                "round and round and round the rock";
    uint8_t noise[600];
    unsigned state = 12345;
    int saved = 0;

    saved += round_trip("rhyme", (const uint8_t *)rhyme, strlen(rhyme));
    for (size_t i = 0; i < sizeof noise; i++) {
        state = state * 1664525u + 1013904223u;
        noise[i] = i < 200 ? (uint8_t)(state >> 24) : (uint8_t)(i / 150);
    }
    saved += round_trip("noise", noise, sizeof noise);
    saved += round_trip("tiny", noise, 2);
    saved += round_trip("empty", noise, 0);
    saved += round_trip("null", NULL, 9);
    printf("saved %d\n", saved);

    buffer *bad = buffer_new();
    static const uint8_t corrupt[] = {2, 'h', 'i', 130, 0, 9};
    for (size_t i = 0; i < sizeof corrupt; i++)
        buffer_add(bad, corrupt[i]);
    printf("corrupt: %s\n", decompress(bad) == NULL ? "rejected" : "accepted");
    buffer_free(bad);
    buffer *plain = compress(noise, 5, NULL);
    printf("five bytes: %zu\n", plain->size);
    buffer_free(plain);
    buffer_free(NULL);
    return 0;
}
