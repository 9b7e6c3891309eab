/* Ticks of an exchange in its wire layout: orders, trades and a day's end. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) order {
	uint32_t number;
	int64_t cents;
	uint32_t shares;
};

struct __attribute__((packed)) trade {
	uint32_t buy, sell, shares;
	int64_t cents;
};

struct __attribute__((packed)) day_end {
	uint32_t trades;
	uint64_t turnover;
};

static unsigned char wire[400];
static size_t len;

static void send(const void *bytes, size_t n)
{
	memcpy(wire + len, bytes, n);
	len += n;
}

static uint64_t value(uint32_t shares, int64_t cents)
{
	return (uint64_t)shares * (uint64_t)cents;
}

/* What is bid meets what is asked, in the order of arrival. */
static struct day_end match(struct order *bids, struct order *asks, size_t n)
{
	struct day_end day = {0, 0};
	for (size_t b = 0, a = 0; b < n && a < n;) {
		if (bids[b].cents < asks[a].cents || asks[a].shares == 0) {
			a++;
			continue;
		}
		uint32_t shares = bids[b].shares < asks[a].shares ? bids[b].shares : asks[a].shares;
		struct trade t = {bids[b].number, asks[a].number, shares, asks[a].cents};
		send(&t, sizeof(t));
		day.turnover += value(shares, t.cents);
		day.trades++;
		asks[a].shares -= shares;
		bids[b].shares -= shares;
		if (bids[b].shares == 0)
			b++;
	}
	send(&day, sizeof(day));
	return day;
}

static uint64_t replay(uint32_t trades)
{
	uint64_t sum = 0;
	size_t at = 0;
	for (uint32_t i = 0; i < trades; i++) {
		struct trade t;
		memcpy(&t, wire + at, sizeof(t));
		at += sizeof(t);
		printf("%" PRIu32 " takes %" PRIu32 " of %" PRIu32 " for %" PRId64 "\n", t.buy,
			t.shares, t.sell, t.cents);
		sum += value(t.shares, t.cents);
	}
	struct day_end day;
	memcpy(&day, wire + at, sizeof(day));
	return day.trades == trades && day.turnover == sum ? sum : 0;
}

int main(void)
{
	struct order bids[] = {{1, 1050, 300}, {2, 99000000, 120}, {3, 1000, 50}};
	struct order asks[] = {{7, 1040, 200}, {8, 1045, 150}, {9, 98000000, 90}};
	struct order copy;
	send(bids, sizeof(bids));
	memcpy(&copy, wire + sizeof(copy), sizeof(copy));
	printf("order %" PRIu32 ": %" PRIu32 " for %" PRId64 ", third byte %d\n", copy.number,
		copy.shares, copy.cents, wire[4]);
	len = 0;
	struct day_end day = match(bids, asks, 3);
	printf("%" PRIu64 " = %" PRIu64 " in %zu bytes\n", replay(day.trades), day.turnover, len);
	return 0;
}
