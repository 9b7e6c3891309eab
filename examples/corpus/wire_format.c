/* Serialises orders into a little-endian wire format and reads them back. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct order {
	uint32_t id;
	uint16_t items;
	int64_t cents;
	char customer[12];
};

enum { ORDER_BYTES = 4 + 2 + 8 + 12 };

static void put_u16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void put_u32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static void put_u64(uint8_t *p, uint64_t v)
{
	for (int i = 0; i < 8; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

static uint16_t get_u16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t get_u32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t get_u64(const uint8_t *p)
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

static void order_write(const struct order *o, uint8_t *out)
{
	put_u32(out, o->id);
	put_u16(out + 4, o->items);
	put_u64(out + 6, (uint64_t)o->cents);
	memcpy(out + 14, o->customer, sizeof(o->customer));
}

static void order_read(struct order *o, const uint8_t *in)
{
	o->id = get_u32(in);
	o->items = get_u16(in + 4);
	o->cents = (int64_t)get_u64(in + 6);
	memcpy(o->customer, in + 14, sizeof(o->customer));
}

static uint32_t checksum(const uint8_t *p, size_t n)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < n; i++) {
		a = (a + p[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

int main(void)
{
	static const struct order orders[] = {
		{1001, 3, 4995, "ada"},
		{1002, 260, INT64_C(7200000000), "grace"},
		{70000, 1, -250, "linus"},
	};
	size_t count = sizeof(orders) / sizeof(orders[0]);
	uint8_t *wire = malloc(count * ORDER_BYTES);
	int64_t total = 0;

	if (wire == NULL)
		return 1;
	for (size_t i = 0; i < count; i++)
		order_write(&orders[i], wire + i * ORDER_BYTES);
	for (size_t i = 0; i < count * ORDER_BYTES; i++)
		printf("%02x%s", wire[i], i % ORDER_BYTES == ORDER_BYTES - 1 ? "\n" : "");
	for (size_t i = 0; i < count; i++) {
		struct order o;

		order_read(&o, wire + i * ORDER_BYTES);
		total += o.cents;
		printf("%" PRIu32 ": %" PRIu16 " items, %" PRId64 " cents, %s\n", o.id, o.items,
			o.cents, o.customer);
	}
	printf("total %" PRId64 ", checksum %08" PRIx32 "\n", total,
		checksum(wire, count * ORDER_BYTES));
	free(wire);
	return 0;
}
