// debug.mjs SERVER PROGRAM CORE: a client on the official SDK debugs a crashing program to its root cause.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert";
import path from "node:path";

const [server, program, core] = process.argv.slice(2);
const client = new Client({ name: "debug", version: "1" });
await client.connect(new StdioClientTransport({ command: server, args: ["mcp"], env: process.env, cwd: path.dirname(program) }));
const { tools } = await client.listTools();
assert(tools.length >= 19 && tools.every((t) => t.outputSchema && t.inputSchema && t.description));

// The SDK checks every structured result against the tool's outputSchema.
async function call(name, args = {}) {
	const result = await client.callTool({ name, arguments: args });
	assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent);
	return result.structuredContent;
}

const started = await call("gdb_start_session", { program });
assert.strictEqual(started.status, "success");
assert.deepStrictEqual(started.warnings, []);
const crash = await call("gdb_execute_command", { command: "run", timeout_sec: 30 });
assert.strictEqual(crash.data.stop.signal_name, "SIGSEGV");
const { frames } = await call("gdb_get_backtrace");
assert.strictEqual(frames[0].func, "length");
const { variables } = await call("gdb_get_variables", { frame: 0 });
const bad = variables.find((v) => v.name === "node");
assert.match(bad.value, /0x[0-9a-f]+/);
const caller = await call("gdb_get_variables", { frame: 1 });
assert(caller.variables.some((v) => v.name === "list"));

// Who wrote the pointer? Watch it from the start.
await call("gdb_set_breakpoint", { location: "main", temporary: true });
await call("gdb_execute_command", { command: "run" });
await call("gdb_execute_command", { command: "next 2" });
const watch = await call("gdb_set_watchpoint", { expression: "list.next->next" });
assert.match(watch.output, /watchpoint/i);
let culprit = null;
for (let i = 0; i < 5 && !culprit; i++) {
	const hit = await call("gdb_continue");
	if (hit.stop.function === "corrupt") culprit = hit.stop;
}
assert(culprit, "the write was not found");
console.log(`root cause: ${culprit.function} at line ${culprit.line}`);


// several questions in one call
const batch = await call("gdb_batch", { commands: ["bt", "no-such-command", "shell true", "p 6 * 7"] });
assert.deepStrictEqual([batch.count, batch.failed], [4, 2]);
assert.strictEqual(batch.results[0].data.frames[0].func, "corrupt");
assert.deepStrictEqual(batch.results.map((r) => r.error_type), [undefined, "refused", "refused", undefined]);
assert.match(batch.results[3].output, / = 42/);
const literal = await call("gdb_literal", { command: "backtrace", style: "compact" });
assert.match(literal.literal, /faultline::backtrace backtrace = .*\.function = "corrupt"/);
const script = await call("gdb_run_script", { script: 'auto bt = backtrace_get(1);\nprint(bt.frames[0].function);' });
assert.deepStrictEqual([script.status, script.output, script.errors], ["success", "corrupt\n", ""]);
const calls = await call("gdb_cpp_call", { text: 'eval("6 * 7");' });
assert.match(calls.literals, /42/);
const fault = await client.callTool({ name: "gdb_explain_fault", arguments: {} });
assert(fault.structuredContent.message || fault.structuredContent.output);
const memory = await call("gdb_get_status");
assert(memory.memory_kb > 1000 && memory.program_memory_kb > 100, JSON.stringify(memory));
assert.strictEqual((await call("gdb_stop_session")).status, "success");

// a core file in one call, which leaves no session
const dead = await call("gdb_analyze_core", { program, core, max_frames: 5 });
assert.deepStrictEqual([dead.signal.name, dead.signal.number, dead.count], ["SIGSEGV", 11, 1]);
assert.strictEqual(dead.threads[0].frames[0].func, "length");
assert.match(dead.output, /#0 .*length .*list\.c/);
assert.deepStrictEqual((await call("list_sessions")).content.sessions, []);
const kept = await call("gdb_analyze_core", { program, core, keep: true });
assert.strictEqual((await call("gdb_get_backtrace")).frames.at(-1).func, "main");
const why = await call("gdb_explain_fault");
assert.match(why.output, /SIGSEGV/);
assert.strictEqual((await call("gdb_stop_session", { session_id: kept.session_id })).status, "success");

// A call that waits does not keep others from being answered.
await call("gdb_start_session", { program, args: ["spin"] });
const endless = await client.callTool({ name: "gdb_execute_command", arguments: { command: "run", timeout_sec: 1 } });
assert(endless.isError);
assert.strictEqual(endless.structuredContent.error_type, "timeout");
assert.strictEqual(endless.structuredContent.state, "running");
const waiting = call("gdb_wait", { timeout_sec: 20 });
const status = await call("gdb_get_status");
assert.strictEqual(status.target_running, true);
const paused = await call("gdb_interrupt");
assert.strictEqual(paused.status, "success");
assert.strictEqual((await waiting).stop.reason, "interrupt");
assert.strictEqual((await call("gdb_stop_session")).status, "success");

// resources
const { resources } = await client.listResources();
for (const uri of ["reference", "cli", "mi", "mapping"].map((n) => `gdb://commands/${n}`)) {
	assert(resources.some((r) => r.uri === uri));
	const { contents } = await client.readResource({ uri });
	assert.match(contents[0].text, /-break-insert/);
	assert.match(contents[0].text, /\| `break file\.c:42 if x > 10` \|/);
}
const text = async (uri) => (await client.readResource({ uri })).contents[0].text;
assert.match(await text("gdb://commands/cli"), /- `next \[N\]`/); // as the found gdb says it
assert.match(await text("gdb://guide/architecture"), /registers: rax rbx rcx/);
assert.match(await text("gdb://guide/extensions"), /`post-mortem \[FRAMES\]`/);
assert.match(await text("gdb://guide/practice"), /gdb_set_watchpoint/);

// the four tools of the other face, in its words
const opened = await call("open", {});
assert.match(opened.content.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const id = opened.content.id;
for (const command of [`file ${program}`, "break main", "run"])
	assert.strictEqual((await call("call", { id, command })).type, "ok");
assert.strictEqual((await call("call", { id, command: "print 6 * 7" })).content.output, "$1 = 42\n");
assert.deepStrictEqual((await call("list_sessions")).content.sessions.map((s) => s.id), [id]);
assert.deepStrictEqual(await call("close", { id }), { type: "ok", content: {} });
const gone = await client.callTool({ name: "call", arguments: { id, command: "print 1" } });
assert(gone.isError);
assert.strictEqual(gone.structuredContent.type, "error");
await client.close();
