/* Dynamic bit set: set algebra, counting, iteration, and a prime sieve on top. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS 32

typedef struct bitset {
    uint32_t *words;
    size_t nwords;
    size_t nbits;
} bitset;

bitset *bitset_new(size_t nbits);
int bitset_set(bitset *s, size_t bit);
int bitset_test(const bitset *s, size_t bit);
int bitset_clear(bitset *s, size_t bit);
size_t bitset_count(const bitset *s);
long bitset_next(const bitset *s, size_t from);
bitset *bitset_union(const bitset *a, const bitset *b);
bitset *bitset_common(const bitset *a, const bitset *b);
char *bitset_text(const bitset *s);
size_t bitset_free(bitset *s);
bitset *sieve(size_t limit);

bitset *bitset_new(size_t nbits)
{
    if (nbits == 0)
        return NULL;

    bitset *s = malloc(sizeof(bitset));
    s->nbits = nbits;
    s->nwords = (nbits + WORD_BITS - 1) / WORD_BITS;
    s->words = calloc(s->nwords, sizeof(uint32_t));
    return s;
}

int bitset_set(bitset *s, size_t bit)
{
    if (s == NULL || bit >= s->nbits)
        return -1;
    s->words[bit / WORD_BITS] |= UINT32_C(1) << (bit % WORD_BITS);
    return 0;
}

int bitset_clear(bitset *s, size_t bit)
{
    if (s == NULL || bit >= s->nbits)
        return -1;
    s->words[bit / WORD_BITS] &= ~(UINT32_C(1) << (bit % WORD_BITS));
    return 0;
}

int bitset_test(const bitset *s, size_t bit)
{
    if (!s || bit >= s->nbits)
        return 0;
    return (int)(s->words[bit / WORD_BITS] >> (bit % WORD_BITS) & 1u);
}

size_t bitset_count(const bitset *s)
{
    size_t count = 0;

    if (s == NULL)
        return 0;
    for (size_t i = 0; i < s->nwords; i++) {
        uint32_t w = s->words[i];
        while (w != 0) {
            w &= w - 1;
            count++;
        }
    }
    return count;
}

long bitset_next(const bitset *s, size_t from)
{
    for (size_t i = from; i < s->nbits; i++) {
        if (i % WORD_BITS == 0 && s->words[i / WORD_BITS] == 0) {
            i += WORD_BITS - 1;
            continue;
        }
        if (bitset_test(s, i))
            return (long)i;
    }
    return -1;
}

bitset *bitset_union(const bitset *a, const bitset *b)
{
    if (a == NULL || b == NULL)
        return NULL;

    size_t nbits = a->nbits > b->nbits ? a->nbits : b->nbits;
    bitset *u = bitset_new(nbits);
    for (size_t i = 0; i < u->nwords; i++) {
        if (i < a->nwords)
            u->words[i] |= a->words[i];
        if (i < b->nwords)
            u->words[i] |= b->words[i];
    }
    return u;
}

bitset *bitset_common(const bitset *a, const bitset *b)
{
    if (a == NULL || b == NULL)
        return NULL;

    size_t nbits = a->nbits < b->nbits ? a->nbits : b->nbits;
    bitset *c = bitset_new(nbits);
    for (size_t i = 0; i < c->nwords; i++)
        c->words[i] = a->words[i] & b->words[i];
    return c;
}

char *bitset_text(const bitset *s)
{
    size_t length = 0;
    char *text;

    if (s == NULL)
        return NULL;
    text = malloc(bitset_count(s) * 8 + 3);
    text[length++] = '{';
    for (long i = bitset_next(s, 0); i >= 0; i = bitset_next(s, (size_t)i + 1))
        length += (size_t)sprintf(text + length, length > 1 ? ",%ld" : "%ld", i);
    text[length++] = '}';
    text[length] = '\0';
    return text;
}

size_t bitset_free(bitset *s)
{
    size_t bits = 0;

    if (s == NULL)
        return 0;
    bits = bitset_count(s);
    free(s->words);
    bits += s->nbits * 100;
    free(s);
    return bits;
}

bitset *sieve(size_t limit)
{
    bitset *primes = bitset_new(limit);
    bitset *crossed = bitset_new(limit);

    for (size_t n = 2; n < limit; n++) {
        if (bitset_test(crossed, n))
            continue;
        bitset_set(primes, n);
        for (size_t m = n * n; m < limit; m += n)
            bitset_set(crossed, m);
    }
    printf("sieve %zu: %zu primes, %zu crossed\n", limit, bitset_count(primes),
           bitset_count(crossed));
    bitset_free(crossed);
    return primes;
}

static void show(const char *name, const bitset *s)
{
    char *text = bitset_text(s);
    if (text == NULL) {
        printf("%s: no set\n", name);
        return;
    }
    printf("%s: %s %zu\n", name, text, strlen(text));
    free(text);
}

int main(void)
{
    bitset *primes = sieve(100);
    bitset *squares = bitset_new(70);
    bitset *odd = bitset_new(33);
    bitset *both, *either;

    for (size_t i = 0; i * i <= 80; i++) {
        if (bitset_set(squares, i * i) != 0)
            printf("%zu does not fit\n", i * i);
    }
    for (size_t i = 1; i < 33; i += 2)
        bitset_set(odd, i);
    show("primes", primes);
    show("squares", squares);
    both = bitset_common(odd, squares);
    show("odd squares", both);
    either = bitset_union(odd, squares);
    bitset_clear(either, 0);
    bitset_clear(either, 64);
    show("either", either);
    show("none", bitset_union(odd, NULL));
    show("neither", bitset_union(NULL, odd));
    show("null", bitset_common(NULL, odd));
    show("null", bitset_common(odd, NULL));
    printf("next %ld %ld %ld\n", bitset_next(primes, 90), bitset_next(primes, 98),
           bitset_next(squares, 37));
    printf("errors %d %d %d %d\n", bitset_set(NULL, 1), bitset_clear(NULL, 1),
           bitset_clear(odd, 33), bitset_test(odd, 400));
    printf("empty %zu, test %d\n", bitset_count(bitset_new(0)), bitset_test(NULL, 0));
    printf("freed %zu %zu", bitset_free(primes), bitset_free(squares));
    printf(" %zu %zu", bitset_free(odd), bitset_free(both));
    printf(" %zu %zu\n", bitset_free(either), bitset_free(NULL));
    return 0;
}
