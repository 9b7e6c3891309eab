/*
 * What a kernel needs of its machine. Each directory here has the boot code, the traps and these
 * functions for one machine of QEMU's: q35 (x86_64), virt (aarch64, riscv64).
 */
#ifndef KERNELS_MACHINE_H
#define KERNELS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define KERNELS_NORETURN [[noreturn]]
#else
#define KERNELS_NORETURN _Noreturn
#endif

enum { PAGE_SIZE = 4096, POOL_SIZE = 16 << 20 };

enum machine_end { MACHINE_PASSED, MACHINE_FAILED, MACHINE_PANICKED };

/* Descriptor tables and traps; afterwards nothing is mapped but the kernel's image (text read-only,
 * data not executable, guard pages below the stacks), the devices and the pool. */
void machine_init(void);

void machine_put(char c);
KERNELS_NORETURN void machine_end(enum machine_end how);

/* Memory that belongs to nobody, POOL_SIZE bytes; not mapped before and behind it. */
void *machine_pool(void);
uint64_t machine_physical(const void *in_pool);
void *machine_virtual(uint64_t physical);

/* Take a page of the kernel's image out of the map: what touches it faults. */
void machine_guard(void *page);

/* A byte read or written where there may be nothing: false when that faults. */
bool machine_load(const void *from, uint8_t *ret_byte);
bool machine_store(void *to, uint8_t byte);

/* Interrupts: off at the start. `off` says whether they were on. */
bool machine_interrupts_off(void);
void machine_interrupts_restore(bool on);
void machine_wait(void); /* with interrupts on, until there was one; off again afterwards */

/* From now on `tick` is called `hz` times a second, with interrupts off. */
void machine_timer_start(unsigned hz, void (*tick)(void));

/* A new stack such that switching to it calls entry(argument), which must not return. */
void *machine_stack_new(void *top, void (*entry)(void *argument), void *argument);

/* Leave this stack, *ret_from, for that one. */
void machine_switch(void **ret_from, void *to);

#ifdef __cplusplus
}
#endif

#endif
