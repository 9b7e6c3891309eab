// engines.mjs SERVER PROGRAM SOURCE: the same arguments and requests with another debugger behind the server.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { marks, open } from "./client.mjs";

const [server, program, source] = process.argv.slice(2);
const at = marks(source);
const engine = process.env.DAP_ENGINE ?? "lldb-dap";
const gdbPath = process.env.DAP_DEBUGGER;
const how = (args) => ({ program, engine, ...(gdbPath ? { gdbPath } : {}), ...args });
const lines = (...list) => (c) => c.ask("setBreakpoints", { source: { path: source }, breakpoints: list.map((line) => ({ line })) });
const is = assert.strictEqual;
const lldb = engine === "lldb-dap";
const tests = {};

// gdb's adapter answers launch behind configurationDone
async function begin(c, command, args, configure = async () => {}) {
	await c.ask("initialize", { adapterID: "x", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
	const begun = c.ask(command, args);
	await c.take("initialized");
	await configure(c);
	await c.ask("configurationDone");
	await begun;
}

tests.launch = async (c) => {
	await c.ask("initialize", { adapterID: "x", supportsRunInTerminalRequest: true });
	assert.match(await c.refused("launch", { program, engine: "windbg" }), /there is no engine "windbg"/);
	assert.match(await c.refused("launch", how({ gdbPath: "/no/such" })), /cannot run \/no\/such: install/);
	assert.match(await c.refused("launch", how({ gdbPath: "/bin/true" })), /does not answer as a debug adapter/);
	assert.match(await c.refused("launch", how({ cwd: "/no/such" })), /\/no\/such/);
	const launched = c.ask("launch", how({ args: ["one", "two words"], env: { SHOP: "b c" } }));
	assert.match(await c.refused("launch", how({})), /already/);
	const { capabilities } = await c.take("capabilities");
	is(capabilities.supportsConditionalBreakpoints, true);
	is(lldb ? capabilities.supportsTerminateRequest : false, false);
	await c.take("initialized");
	const set = await lines(at.inner)(c);
	if (lldb) is(set.breakpoints[0].line, at.inner); // gdb's has no program yet
	await c.ask("configurationDone");
	await launched;
	const stop = await c.take("stopped");
	is(stop.reason, "breakpoint");
	const { threadId } = stop;
	const frame = await c.top(threadId);
	assert.match(frame.name, /^main/);
	is(frame.source.path, source);
	const local = await c.locals(threadId);
	is((await c.inside(local.get("numbers").variablesReference)).filter((v) => v.name.startsWith("[0")).map((v) => v.value).join(), "10");
	const value = async (expression) => (await c.ask("evaluate", { expression, frameId: frame.id, context: "watch" })).result;
	assert.match(await value("argv[2]"), /"two words"/);
	assert.match(await value("setting"), /"b c"/);
	await c.ask("next", { threadId });
	is((await c.take("stopped")).reason, "step");
	// what it has no request for does not reach it: lldb-dap would end
	assert.match(await c.refused("faultline/input", { text: "x" }), /has no request/);
	if (lldb) assert.match(await c.refused("terminate", {}), /has no request/);
	await c.ask("setFunctionBreakpoints", { breakpoints: [{ name: "total" }] });
	await c.ask("continue", { threadId });
	await c.take("exited", (b) => b.exitCode === 4);
	await c.take("terminated");
	await c.output("stdout", "total 62");
};

tests.running = async (c) => {
	await begin(c, "launch", how({ args: ["wait"] }));
	const { systemProcessId } = await c.take("process");
	await c.output("stdout", "waiting");
	await c.ask("pause", { threadId: 1 });
	const { threadId } = await c.take("stopped");
	const trace = await c.ask("stackTrace", { threadId });
	assert(trace.stackFrames.some((f) => f.name.includes("wait_long")), JSON.stringify(trace));
	await c.ask("continue", { threadId });
	await c.end();
	assert.throws(() => process.kill(systemProcessId, 0), "the program outlives its editor");
	return true;
};

tests.attach = async (c) => {
	const other = spawn(program, ["wait"], { stdio: ["ignore", "pipe", "inherit"] });
	await new Promise((done) => other.stdout.once("data", done));
	await begin(c, "attach", how({ pid: String(other.pid), stopOnEntry: true }));
	try {
		const { threadId } = await c.take("stopped");
		const trace = await c.ask("stackTrace", { threadId });
		assert(trace.stackFrames.some((f) => f.name.includes("wait_long")), JSON.stringify(trace));
		await c.end();
		is(other.exitCode, null);
	} finally {
		other.kill("SIGKILL");
	}
	return true;
};

tests.killed = async (c) => {
	await begin(c, "launch", how({}), lines(at.inner));
	const { threadId } = await c.take("stopped");
	const children = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
	const debuggers = children(children(c._adapterProcess.pid)[0]);
	const slow = c.refused("evaluate", { expression: lldb ? "`script import time; time.sleep(50)" : "python import time; time.sleep(50)", context: "repl" });
	setTimeout(() => process.kill(Number(debuggers[0]), "SIGKILL"), 500);
	assert.match(await slow, /died/);
	await c.output("important", "has died");
	await c.take("terminated");
	assert.match(await c.refused("stackTrace", { threadId }), /died/);
};

let bad = 0;
const wanted = process.argv.slice(5);
for (const [name, run] of Object.entries(tests)) {
	if (wanted.length && !wanted.includes(name)) continue;
	const c = await open(server);
	c.lenient = true;
	const start = Date.now();
	try {
		if (!(await run(c))) await c.end();
		if (process.env.DAP_TIMES) console.log(`${name}: ${Date.now() - start} ms`);
	} catch (error) {
		console.log(`${name}: ${error.stack}`);
		for (const problem of c.problems) console.log(`${name}: ${problem}`);
		bad = 1;
		c._adapterProcess?.kill();
	}
}
process.exit(bad);
