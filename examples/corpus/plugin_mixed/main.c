/* A host in C that runs plugins in C++. */
#include <stdio.h>

#include "host.h"

int main(void)
{
	static const struct host_event events[] = {
		{1, 30}, {2, 15}, {1, 60}, {3, 20}, {0, 5}, {2, 1}, {1, -10}};
	int count = (int)(sizeof(events) / sizeof(events[0]));
	int taken = host_run(events, count);
	printf("%d taken of %d\n", taken, host_events);
	return 0;
}
