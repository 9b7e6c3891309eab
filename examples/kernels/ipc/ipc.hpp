/*
 * Messages between tasks: a task has handles of objects, each with the rights that it was given. Ports take
 * messages, which carry bytes and handles; a handle that is sent is no longer the sender's.
 */
#pragma once

#include "kernel.h"

namespace ipc {

enum class Error { ok, bad_handle, no_right, full, empty, closed, too_big, no_memory, own_port };

enum Rights : unsigned { right_send = 1, right_receive = 2, right_copy = 4, right_give = 8, right_read = 16,
	right_write = 32, right_all = 63 };

/* Something that is counted, and goes away with its last user. */
class Object {
public:
	Object(const Object &) = delete;
	Object &operator=(const Object &) = delete;
	void get() { users_++; }
	void put();
	unsigned users() const { return users_; }
	static unsigned alive() { return alive_; }

protected:
	Object() { alive_++; }
	virtual ~Object() { alive_--; }
	virtual void last_user_left() = 0;

private:
	unsigned users_ = 1;
	static unsigned alive_;
};

/* A use of an object, given back at the end of the scope. */
template <typename T> class Ref {
public:
	Ref() = default;
	explicit Ref(T *object) : object_(object) {} /* takes over the use that the caller has */
	Ref(Ref &&other) : object_(other.release()) {}
	Ref(const Ref &other) : object_(other.object_)
	{
		if (object_)
			object_->get();
	}
	Ref &operator=(Ref other)
	{
		T *old = object_;
		object_ = other.object_;
		other.object_ = old;
		return *this;
	}
	~Ref()
	{
		if (object_)
			object_->put();
	}
	T *release()
	{
		T *object = object_;
		object_ = nullptr;
		return object;
	}
	T *operator->() const { return object_; }
	T *get() const { return object_; }
	explicit operator bool() const { return object_ != nullptr; }

private:
	T *object_ = nullptr;
};

struct Right {
	Ref<Object> object;
	unsigned rights = 0;
};

enum : size_t { message_bytes = 64, message_handles = 3, port_messages = 8, table_size = 16 };

struct Message {
	~Message(); /* with the rights that it still carries */
	Message *next = nullptr;
	uint32_t label = 0;
	size_t len = 0, handles = 0;
	uint8_t bytes[message_bytes];
	Right carried[message_handles];
};

/* Messages in the order in which they came. It is closed when nobody can receive from it any more. */
class Port final : public Object {
public:
	static Port *make(); /* nullptr: no memory */
	Error push(Message *message); /* owned by the port when it is ok */
	Message *pop(); /* nullptr: there is none */
	void receiver_added() { receivers_++; }
	void receiver_left();
	bool closed() const { return receivers_ == 0; }
	Message *peek() { return first_; }
	size_t waiting() const { return count_; }

private:
	void last_user_left() override;
	void drop_all();
	Message *first_ = nullptr, **end_ = &first_;
	size_t count_ = 0;
	unsigned receivers_ = 0;
};

/* Bytes that tasks share. */
class Memory final : public Object {
public:
	static Memory *make(size_t size);
	Error read(size_t at, void *ret_bytes, size_t len) const;
	Error write(size_t at, const void *bytes, size_t len);

private:
	explicit Memory(size_t size) : size_(size) {}
	void last_user_left() override;
	size_t size_;
	uint8_t bytes_[256];
};

/* A handle is a place in the table and how often it was used anew: an old one is known as such. */
using Handle = uint32_t;

class Task {
public:
	explicit Task(const char *name) : name_(name) {}
	~Task();
	Error make_port(Handle *ret_handle);
	Error make_memory(size_t size, Handle *ret_handle);
	Error copy(Handle handle, unsigned rights, Handle *ret_handle);
	Error close(Handle handle);

	/* Handles that are sent are gone from the task when it is ok, and only then. */
	Error send(Handle port, uint32_t label, const void *bytes, size_t len, const Handle *handles = nullptr,
		size_t handle_count = 0);

	/* A message that does not fit stays. */
	Error receive(Handle port, uint32_t *ret_label, void *ret_bytes, size_t room, size_t *ret_len,
		Handle *ret_handles = nullptr, size_t handle_room = 0);
	Error read(Handle memory, size_t at, void *ret_bytes, size_t len);
	Error write(Handle memory, size_t at, const void *bytes, size_t len);
	size_t open() const;
	const char *name() const { return name_; }

private:
	struct Entry {
		Right right;
		uint16_t generation = 0;
	};
	Entry *find(Handle handle, unsigned rights, Error *ret_error);
	Error install(Right &&right, Handle *ret_handle);
	Error install_new(Right &&right, Handle *ret_handle);
	size_t room() const;
	void remove(Entry *entry);
	const char *name_;
	Entry table_[table_size];
};

/* Memory for all of this: blocks of one size. */
void heap_init();
size_t heap_free();

}
