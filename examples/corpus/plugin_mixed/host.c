#include "host.h"

#include <stdio.h>
#include <string.h>

int counter_start(struct plugin_info *info);
int counter_event(const struct host_event *event);
int filter_start(struct plugin_info *info);
int filter_event(const struct host_event *event);

static const struct {
	int (*start)(struct plugin_info *info);
	int (*event)(const struct host_event *event);
} plugins[] = {
	{counter_start, counter_event},
	{filter_start, filter_event},
};

int host_events;

void host_log(const char *who, int value)
{
	printf("  %s says %d\n", who, value);
}

int host_run(const struct host_event *events, int count)
{
	int taken = 0;
	for (size_t p = 0; p < sizeof(plugins) / sizeof(plugins[0]); p++) {
		struct plugin_info info;
		memset(&info, 0, sizeof(info));
		if (plugins[p].start(&info) != 0)
			continue;
		printf("%s, version %d\n", info.name, info.version);
		for (int i = 0; i < count; i++) {
			taken += plugins[p].event(&events[i]);
			host_events++;
		}
	}
	return taken;
}
