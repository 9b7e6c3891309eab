#include "ipc/ipc.hpp"

#include "ipc/heap.hpp"

namespace ipc {

unsigned Object::alive_;

void Object::put()
{
	KASSERT(users_ > 0);
	if (--users_ > 0)
		return;
	last_user_left();
	delete this;
}

Port *Port::make()
{
	return new (or_null) Port;
}

Error Port::push(Message *message)
{
	if (closed())
		return Error::closed;
	if (count_ == port_messages)
		return Error::full;
	message->next = nullptr;
	*end_ = message;
	end_ = &message->next;
	count_++;
	return Error::ok;
}

Message *Port::pop()
{
	Message *message = first_;
	if (!message)
		return nullptr;
	first_ = message->next;
	if (!first_)
		end_ = &first_;
	count_--;
	return message;
}

/* One at a time, since what a message carries may be a port again. */
void Port::drop_all()
{
	while (Message *message = pop())
		delete message;
}

void Port::receiver_left()
{
	KASSERT(receivers_ > 0);
	if (--receivers_ == 0)
		drop_all();
}

void Port::last_user_left()
{
	KASSERT(receivers_ == 0);
	drop_all();
}

Memory *Memory::make(size_t size)
{
	if (size > sizeof(bytes_))
		return nullptr;
	Memory *memory = new (or_null) Memory(size);
	if (memory)
		memset(memory->bytes_, 0, size);
	return memory;
}

Error Memory::read(size_t at, void *ret_bytes, size_t len) const
{
	if (at > size_ || len > size_ - at)
		return Error::too_big;
	memcpy(ret_bytes, bytes_ + at, len);
	return Error::ok;
}

Error Memory::write(size_t at, const void *bytes, size_t len)
{
	if (at > size_ || len > size_ - at)
		return Error::too_big;
	memcpy(bytes_ + at, bytes, len);
	return Error::ok;
}

void Memory::last_user_left()
{
	memset(bytes_, 0, size_);
}

namespace {

enum : unsigned { port_rights = right_send | right_receive, memory_rights = right_read | right_write };

/* Which kind it is follows from what may be done with it. */
Port *port_of(const Right &right)
{
	return right.rights & port_rights ? static_cast<Port *>(right.object.get()) : nullptr;
}

Memory *memory_of(const Right &right)
{
	return right.rights & memory_rights ? static_cast<Memory *>(right.object.get()) : nullptr;
}

/* The receivers of a port are counted with the rights to it, in tables and in messages. */
void right_comes(const Right &right)
{
	if (right.rights & right_receive)
		port_of(right)->receiver_added();
}

void right_goes(const Right &right)
{
	if (right.rights & right_receive)
		port_of(right)->receiver_left();
}

}

Message::~Message()
{
	for (Right &right : carried)
		if (right.object)
			right_goes(right);
}

Task::~Task()
{
	for (Entry &entry : table_)
		if (entry.right.object)
			remove(&entry);
}

Task::Entry *Task::find(Handle handle, unsigned rights, Error *ret_error)
{
	size_t index = handle & 0xffff;
	*ret_error = Error::bad_handle;
	if (index >= table_size)
		return nullptr;
	Entry *entry = &table_[index];
	if (!entry->right.object || entry->generation != handle >> 16)
		return nullptr;
	*ret_error = Error::no_right;
	if ((entry->right.rights & rights) != rights)
		return nullptr;
	*ret_error = Error::ok;
	return entry;
}

size_t Task::room() const
{
	return table_size - open();
}

size_t Task::open() const
{
	size_t count = 0;
	for (const Entry &entry : table_)
		if (entry.right.object)
			count++;
	return count;
}

/* A right that there was not before. */
Error Task::install_new(Right &&right, Handle *ret_handle)
{
	if (!right.object)
		return Error::no_memory;
	right_comes(right);
	Error error = install(static_cast<Right &&>(right), ret_handle);
	if (error != Error::ok)
		right_goes(right);
	return error;
}

Error Task::install(Right &&right, Handle *ret_handle)
{
	for (size_t i = 0; i < table_size; i++) {
		Entry &entry = table_[i];
		if (entry.right.object)
			continue;
		entry.right.rights = right.rights;
		entry.right.object = static_cast<Ref<Object> &&>(right.object);
		entry.generation++;
		*ret_handle = static_cast<Handle>(entry.generation) << 16 | static_cast<Handle>(i);
		return Error::ok;
	}
	return Error::full;
}

void Task::remove(Entry *entry)
{
	Right gone{static_cast<Ref<Object> &&>(entry->right.object), entry->right.rights};
	entry->right.rights = 0;
	right_goes(gone);
}

Error Task::make_port(Handle *ret_handle)
{
	Right right{Ref<Object>(Port::make()), right_all & ~memory_rights};
	return install_new(static_cast<Right &&>(right), ret_handle);
}

Error Task::make_memory(size_t size, Handle *ret_handle)
{
	Right right{Ref<Object>(Memory::make(size)), right_all & ~port_rights};
	return install_new(static_cast<Right &&>(right), ret_handle);
}

/* With fewer rights, or the same. */
Error Task::copy(Handle handle, unsigned rights, Handle *ret_handle)
{
	Error error;
	Entry *entry = find(handle, right_copy, &error);
	if (!entry)
		return error;
	if (rights & ~entry->right.rights)
		return Error::no_right;
	return install_new(Right{entry->right.object, rights}, ret_handle);
}

Error Task::close(Handle handle)
{
	Error error;
	Entry *entry = find(handle, 0, &error);
	if (entry)
		remove(entry);
	return error;
}

Error Task::send(Handle port, uint32_t label, const void *bytes, size_t len, const Handle *handles,
	size_t handle_count)
{
	Error error;
	Entry *to = find(port, right_send, &error);
	Entry *sent[message_handles];
	if (!to)
		return error;
	if (len > message_bytes || handle_count > message_handles)
		return Error::too_big;
	for (size_t i = 0; i < handle_count; i++) {
		sent[i] = find(handles[i], right_give, &error);
		if (!sent[i])
			return error;
		if (sent[i]->right.object.get() == to->right.object.get())
			return Error::own_port; /* it would never go away */
		for (size_t k = 0; k < i; k++)
			if (sent[k] == sent[i])
				return Error::bad_handle;
	}
	Message *message = new (or_null) Message;
	if (!message)
		return Error::no_memory;
	message->label = label;
	message->len = len;
	memcpy(message->bytes, bytes, len);
	error = port_of(to->right)->push(message);
	if (error != Error::ok) {
		delete message;
		return error;
	}
	for (size_t i = 0; i < handle_count; i++) {
		message->carried[i] = static_cast<Right &&>(sent[i]->right);
		sent[i]->right.rights = 0;
	}
	message->handles = handle_count;
	return Error::ok;
}

Error Task::receive(Handle port, uint32_t *ret_label, void *ret_bytes, size_t space, size_t *ret_len,
	Handle *ret_handles, size_t handle_room)
{
	Error error;
	Entry *from = find(port, right_receive, &error);
	if (!from)
		return error;
	Message *message = port_of(from->right)->peek();
	if (!message)
		return Error::empty;
	if (message->len > space || message->handles > handle_room)
		return Error::too_big;
	if (message->handles > room())
		return Error::full;
	port_of(from->right)->pop();
	memcpy(ret_bytes, message->bytes, message->len);
	*ret_label = message->label;
	*ret_len = message->len;
	for (size_t i = 0; i < message->handles; i++) {
		error = install(static_cast<Right &&>(message->carried[i]), &ret_handles[i]);
		KASSERT(error == Error::ok);
	}
	delete message;
	return Error::ok;
}

Error Task::read(Handle memory, size_t at, void *ret_bytes, size_t len)
{
	Error error;
	Entry *entry = find(memory, right_read, &error);
	return entry ? memory_of(entry->right)->read(at, ret_bytes, len) : error;
}

Error Task::write(Handle memory, size_t at, const void *bytes, size_t len)
{
	Error error;
	Entry *entry = find(memory, right_write, &error);
	return entry ? memory_of(entry->right)->write(at, bytes, len) : error;
}

}
