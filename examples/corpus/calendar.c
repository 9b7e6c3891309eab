/* Seconds since 1970 to dates and back, far beyond 2038. */
#define _TIME_BITS 64
#define _FILE_OFFSET_BITS 64
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct date {
	int year, month, day, hour, minute, second;
};

static int is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days since 1970-01-01 of the first of a month. */
static int64_t days_until(int year, int month)
{
	int64_t y = year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t in_era = y - era * 400;
	int64_t day = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;

	return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + day - 719468;
}

static int64_t to_seconds(const struct date *d)
{
	int64_t days = days_until(d->year, d->month) + d->day - 1;

	return ((days * 24 + d->hour) * 60 + d->minute) * 60 + d->second;
}

static struct date from_seconds(int64_t seconds)
{
	int64_t days = seconds / 86400, rest = seconds % 86400;
	struct date d = {1970, 1, 1, 0, 0, 0};

	if (rest < 0) {
		rest += 86400;
		days--;
	}
	while (days_until(d.year + 1, 1) <= days)
		d.year++;
	while (days_until(d.year, 1) > days)
		d.year--;
	days -= days_until(d.year, 1);
	while (days >= days_in(d.year, d.month)) {
		days -= days_in(d.year, d.month);
		d.month++;
	}
	d.day += (int)days;
	d.hour = (int)(rest / 3600);
	d.minute = (int)(rest / 60 % 60);
	d.second = (int)(rest % 60);
	return d;
}

static void show(int64_t seconds)
{
	struct date d = from_seconds(seconds);
	time_t t = (time_t)seconds;
	struct tm tm;
	char text[40] = "?";

	if (gmtime_r(&t, &tm) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	printf("%12" PRId64 " %04d-%02d-%02d %02d:%02d:%02d %s %s\n", seconds, d.year, d.month,
		d.day, d.hour, d.minute, d.second, text,
		to_seconds(&d) == seconds ? "back" : "lost");
}

int main(void)
{
	static const struct date landing = {2050, 2, 28, 23, 59, 59};
	time_t last = INT32_MAX;
	int64_t micros = to_seconds(&landing) * 1000000;

	show(0);
	show(951782400);
	show(INT32_MAX);
	show(INT64_C(4102444800));
	show(-1);
	show(INT64_C(32503680000));
	last += 3600;
	printf("an hour after the last second of 32 bits: %jd\n", (intmax_t)last);
	printf("landing %" PRId64 " us\n", micros);
	return 0;
}
