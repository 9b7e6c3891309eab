#include "clock.h"

#include <stdio.h>

int clock_at(int hour, int minute)
{
	return (hour * 60 + minute) % DAY_MINUTES;
}

/* Minutes from one time to the next time that a clock shows the other. */
int clock_after(int from, int to)
{
	int minutes = to - from;

	if (minutes < 0)
		minutes += DAY_MINUTES;
	return minutes;
}

/* Up to the next full step. */
int clock_rounded(int minutes, int step)
{
	int over = minutes % step;

	return over ? minutes + step - over : minutes;
}

const char *clock_text(int minutes, int blank, char *buf)
{
	int hour = minutes / 60 % 24;

	snprintf(buf, CLOCK_TEXT, blank ? "%2d:%02d" : "%02d:%02d", hour, minutes % 60);
	return buf;
}
