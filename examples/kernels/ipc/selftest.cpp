#include "ipc/ipc.hpp"
#include "lib/random.h"

using namespace ipc;

namespace {

enum : unsigned { steps = 3000, tasks = 4 };

void expect_ok(Error error, int line)
{
	if (error != Error::ok)
		selftest_fail("selftest.cpp", line, "error %d", static_cast<int>(error));
}

#define OK(call) expect_ok(call, __LINE__)
#define FAILS(call, error_) EXPECT_EQ(static_cast<int>(call), static_cast<int>(Error::error_))

struct Received {
	uint32_t label = 0;
	size_t len = 0;
	char bytes[message_bytes] = {};
	Handle handles[message_handles] = {};
	Error from(Task &task, Handle port)
	{
		return task.receive(port, &label, bytes, sizeof(bytes), &len, handles, message_handles);
	}
};

void test_handles()
{
	size_t free = heap_free();
	{
		Task task("handles");
		Handle port, memory, copy, list[table_size];
		OK(task.make_port(&port));
		OK(task.make_memory(100, &memory));
		FAILS(task.make_memory(257, &copy), no_memory);
		EXPECT(heap_free() == free - 2 && Object::alive() == 2);
		FAILS(task.close(port + table_size), bad_handle);
		FAILS(task.close(port + 0x10000), bad_handle);
		FAILS(task.close(0xffffffff), bad_handle);
		FAILS(task.read(port, 0, list, 1), no_right);
		FAILS(task.send(memory, 0, "", 0), no_right);
		OK(task.copy(memory, right_read, &copy));
		FAILS(task.write(copy, 0, "x", 1), no_right);
		FAILS(task.copy(copy, right_read, &list[0]), no_right);
		OK(task.write(memory, 97, "end", 3));
		FAILS(task.write(memory, 98, "end", 3), too_big);
		FAILS(task.write(memory, SIZE_MAX, "end", 3), too_big);
		FAILS(task.read(copy, 101, list, 0), too_big);
		OK(task.close(memory));
		FAILS(task.read(memory, 0, list, 1), bad_handle);
		char end[4] = {};
		OK(task.read(copy, 97, end, 3));
		EXPECT(strcmp(end, "end") == 0);
		OK(task.copy(port, right_send | right_copy, &memory));
		FAILS(task.copy(memory, right_receive, &list[0]), no_right);
		size_t count = 0;
		while (task.copy(port, right_send, &list[count]) == Error::ok)
			count++;
		EXPECT_EQ(count, table_size - 3);
		EXPECT_EQ(task.open(), table_size);
		FAILS(task.make_port(&list[0]), full);
		EXPECT_EQ(Object::alive(), 2);
	}
	EXPECT_EQ(Object::alive(), 0);
	EXPECT_EQ(heap_free(), free);
	kprintf("handles: copied with fewer rights, old ones known as such\n");
}

void test_messages()
{
	Task server("server"), client("client");
	Handle port, reply, sender, out;
	Received got;
	OK(server.make_port(&port));
	OK(client.make_port(&reply));
	FAILS(got.from(server, port), empty);
	OK(server.copy(port, right_send | right_give | right_copy, &sender));
	OK(client.send(reply, 7, "mine", 5));
	OK(got.from(client, reply));
	EXPECT(got.label == 7 && got.len == 5 && strcmp(got.bytes, "mine") == 0);
	char text[message_bytes + 1] = {};
	for (unsigned i = 0; i < port_messages; i++) {
		text[0] = static_cast<char>('a' + i);
		OK(server.send(sender, i, text, message_bytes - i));
	}
	FAILS(server.send(sender, 0, text, 1), full);
	FAILS(server.send(sender, 0, text, message_bytes + 1), too_big);
	FAILS(server.receive(port, &got.label, got.bytes, message_bytes - 1, &got.len), too_big);
	for (unsigned i = 0; i < port_messages; i++) {
		OK(got.from(server, port));
		EXPECT(got.label == i && got.len == message_bytes - i && got.bytes[0] == static_cast<char>('a' + i));
	}
	FAILS(got.from(server, port), empty);
	OK(server.send(port, 1, "", 0));
	OK(server.copy(port, right_send, &out));
	OK(server.close(port));
	FAILS(server.send(out, 1, "", 0), closed);
	OK(server.close(out));
	OK(server.close(sender));
	EXPECT_EQ(Object::alive(), 1);
	kprintf("messages: %u at most, in order\n", static_cast<unsigned>(port_messages));
}

/* A right to receive that is under way keeps its port open, and what was sent to it. */
void test_transfer()
{
	size_t free = heap_free();
	{
		Task parent("parent"), child("child");
		Handle to_child, at_child, port, sender, memory, list[4];
		Received got;
		OK(parent.make_port(&to_child));
		OK(parent.copy(to_child, right_send, &sender));
		OK(parent.make_memory(16, &memory));
		OK(parent.write(memory, 0, "shared", 7));
		OK(parent.make_port(&port));
		OK(parent.send(port, 99, "early", 6));
		OK(parent.copy(port, right_send, &at_child));
		list[0] = memory;
		list[1] = memory;
		FAILS(parent.send(sender, 1, "", 0, list, 2), bad_handle);
		list[1] = to_child;
		FAILS(parent.send(sender, 1, "", 0, list, 2), own_port);
		list[1] = at_child;
		FAILS(parent.send(sender, 1, "", 0, list, 2), no_right);
		list[1] = port;
		FAILS(parent.send(sender, 1, "", 0, list, 4), too_big);
		EXPECT_EQ(parent.open(), 5);
		OK(parent.send(sender, 1, "take", 5, list, 2));
		EXPECT_EQ(parent.open(), 3);
		FAILS(parent.read(memory, 0, got.bytes, 1), bad_handle);
		OK(parent.send(at_child, 100, "later", 6));
		FAILS(parent.receive(to_child, &got.label, got.bytes, 64, &got.len, got.handles, 1), too_big);
		OK(got.from(parent, to_child));
		EXPECT(got.label == 1 && parent.open() == 5);
		/* On to the child, through a port of which the child has nothing yet. */
		OK(parent.send(got.handles[1], 3, "self", 5));
		Received first, second;
		OK(first.from(parent, got.handles[1]));
		OK(second.from(parent, got.handles[1]));
		EXPECT(first.label == 99 && strcmp(second.bytes, "later") == 0);
		list[0] = got.handles[0];
		OK(parent.send(at_child, 4, "", 0, list, 1));
		EXPECT_EQ(Object::alive(), 3);
		OK(parent.close(got.handles[1]));
		EXPECT_EQ(Object::alive(), 2);
		FAILS(parent.send(at_child, 5, "", 0), closed);
		EXPECT_EQ(child.open(), 0);
	}
	EXPECT_EQ(Object::alive(), 0);
	EXPECT_EQ(heap_free(), free);
	kprintf("transfer: rights under way, and dropped with their port\n");
}

/* A port in a message of another port, and so on: all go with the first. */
void test_chain()
{
	size_t free = heap_free();
	Task task("chain");
	Handle outer, inner;
	OK(task.make_port(&outer));
	for (unsigned i = 0; i < 10; i++) {
		OK(task.make_port(&inner));
		OK(task.send(inner, i, &i, sizeof(i), &outer, 1));
		outer = inner;
	}
	EXPECT(Object::alive() == 11 && task.open() == 1);
	OK(task.close(outer));
	EXPECT_EQ(Object::alive(), 0);
	EXPECT_EQ(heap_free(), free);
	kprintf("chain: of 11 ports\n");
}

void test_full_receiver()
{
	Task task("full");
	Handle port, list[2], filler;
	Received got;
	OK(task.make_port(&port));
	for (Handle &handle : list)
		OK(task.make_memory(8, &handle));
	OK(task.send(port, 1, "two", 4, list, 2));
	while (task.copy(port, right_send, &filler) == Error::ok)
		;
	OK(task.close(filler));
	FAILS(got.from(task, port), full);
	EXPECT_EQ(task.open(), table_size - 1);
	Handle other;
	OK(task.make_port(&other));
	OK(task.close(other));
	FAILS(got.from(task, port), full);
	kprintf("full: a message waits for room in the table\n");
}

/* Each message of a port carries the sum of what was sent before it. */
void test_random()
{
	size_t free = heap_free(), sent = 0, received = 0, memory_was_full = 0;
	{
		Task list[tasks] = {Task("a"), Task("b"), Task("c"), Task("d")};
		Handle ports[tasks];
		uint32_t next_in[tasks] = {}, next_out[tasks] = {};
		uint64_t seed = 2718;
		for (unsigned i = 0; i < tasks; i++)
			OK(list[i].make_port(&ports[i]));
		for (unsigned step = 0; step < steps; step++) {
			unsigned t = random_below(&seed, tasks);
			Handle memory;
			Received got;
			if (random_below(&seed, 5) < 3) {
				size_t carried = list[t].make_memory(8, &memory) == Error::ok;
				memory_was_full += !carried;
				Error error = list[t].send(ports[t], next_in[t], &step, sizeof(step), &memory, carried);
				if (error == Error::ok) {
					next_in[t]++;
					sent++;
				} else {
					EXPECT(error == Error::full || error == Error::no_memory);
					if (carried)
						OK(list[t].close(memory));
				}
			} else if (got.from(list[t], ports[t]) == Error::ok) {
				EXPECT_EQ(got.label, next_out[t]++);
				if (got.handles[0])
					OK(list[t].close(got.handles[0]));
				received++;
			}
		}
		EXPECT(Object::alive() >= tasks);
	}
	EXPECT_EQ(Object::alive(), 0);
	EXPECT_EQ(heap_free(), free);
	kprintf("random: %lu sent, %lu received, memory was full %lu times\n", sent, received, memory_was_full);
}

}

void selftest()
{
	kprintf("ipc: tables of %u handles\n", static_cast<unsigned>(table_size));
	heap_init();
	test_handles();
	test_messages();
	test_transfer();
	test_chain();
	test_full_receiver();
	test_random();
}
