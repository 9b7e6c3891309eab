// kernel.mjs SERVER KERNEL [OPTIONS]: an editor debugs a kernel in QEMU, from its first instruction to a fault.
import assert from "node:assert";
import { open } from "./client.mjs";

const [server, kernel, options] = process.argv.slice(2);
const is = assert.strictEqual;
const machine = { qemu: "x86_64", kernel, memory: 64, append: "fault=clock", stopOnEntry: true };

const c = await open(server, options);
await c.ask("initialize", { adapterID: "x" });
assert.match(await c.refused("launch", { ...machine, qemu: "vax" }), /qemu cannot be vax: there are x86_64/);
assert.match(await c.refused("launch", { ...machine, mode: "tape" }), /mode cannot be tape/);
assert.match(await c.refused("launch", { ...machine, kernel: "/no/such" }), /\/no\/such/);
assert.match(await c.refused("launch", { ...machine, engine: "lldb-dap" }), /(QEMU|the sandbox) needs the engine gdb/);
await c.ask("launch", machine);
await c.take("initialized");
const set = await c.ask("setFunctionBreakpoints", { breakpoints: [{ name: "page_fault_handler" }] });
is(set.breakpoints[0].verified, true);
await c.ask("configurationDone");
const entry = await c.take("stopped");
is(entry.reason, "entry");
const { threadId } = entry;
await c.ask("continue", { threadId });
await c.output("stdout", "user: hello");
is((await c.take("stopped")).reason, "function breakpoint");
const { stackFrames } = await c.ask("stackTrace", { threadId });
assert.deepStrictEqual(
	stackFrames.slice(0, 3).map((f) => f.name),
	["page_fault_handler", "sys_clock_gettime", "syscall_dispatch"],
);
const value = async (expression) => (await c.ask("evaluate", { expression, frameId: stackFrames[0].id, context: "watch" })).result;
is(await value("$cr2"), "8");
const locals = await c.inside(await c.scope(stackFrames[1].id, "Locals"));
is(locals.find((v) => v.name === "tp").value, "0x0");
await c.ask("stepOut", { threadId }).catch(() => {});
await c.ask("terminate", {});
await c.take("terminated");
await c.end();
process.exit(0);
