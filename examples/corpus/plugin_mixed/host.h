/* What a host in C asks of its plugins, whatever they are written in. */
#ifndef HOST_H
#define HOST_H

#ifdef __cplusplus
extern "C" {
#endif

struct plugin_info {
	char name[16];
	int version;
};

struct host_event {
	int kind, amount;
};

extern int host_events;

int host_run(const struct host_event *events, int count);
void host_log(const char *who, int value);

#ifdef __cplusplus
}
#endif

#endif
