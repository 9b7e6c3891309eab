#include "lib/spinlock.h"

static unsigned locks_held;

void spin_lock(struct spinlock *lock)
{
	bool on = machine_interrupts_off();
	if (lock->held)
		panic("deadlock: %s is locked already", lock->name);
	lock->held = true;
	lock->interrupts_were_on = on;
	locks_held++;
}

void spin_unlock(struct spinlock *lock)
{
	if (!lock->held)
		panic("%s is unlocked but not locked", lock->name);
	lock->held = false;
	locks_held--;
	machine_interrupts_restore(lock->interrupts_were_on);
}

unsigned spin_locks_held(void)
{
	return locks_held;
}
