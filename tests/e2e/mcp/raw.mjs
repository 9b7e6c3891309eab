// raw.mjs SERVER PROGRAM SLOW_GDB LOG: requests that are sent before others are answered, by hand, since
// clients' libraries wait. SLOW_GDB starts gdb after two seconds and writes a line to LOG each time.
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [server, program, slow, log] = process.argv.slice(2);
const is = assert.strictEqual;
const LIMIT = 90000;

class Raw {
	constructor(...options) {
		this.server = spawn(server, ["mcp", ...options], { stdio: ["pipe", "pipe", "inherit"] });
		this.gone = new Promise((done) => this.server.on("exit", (code, signal) => done(code ?? signal)));
		this.server.stdin.on("error", () => {});
		this.waiters = new Map();
		this.order = []; // ids in the order of their answers
		this.last = 0;
		createInterface({ input: this.server.stdout }).on("line", (line) => {
			const message = JSON.parse(line);
			this.order.push(message.id);
			this.waiters.get(message.id)?.(message.error ?? message.result);
		});
	}
	send(method, params, id) {
		this.server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
	}
	ask(method, params = {}) {
		const id = ++this.last;
		this.send(method, params, id);
		return new Promise((done, failed) => {
			const timer = setTimeout(() => failed(new Error(`no answer to ${method} ${JSON.stringify(params)}`)), LIMIT);
			this.waiters.set(id, (result) => (clearTimeout(timer), this.waiters.delete(id), done(result)));
		});
	}
	async call(name, args = {}) {
		return (await this.ask("tools/call", { name, arguments: args })).structuredContent;
	}
	cancel(requestId) {
		this.send("notifications/cancelled", { requestId });
	}
	async end() {
		this.server.stdin.end();
		is(await this.gone, 0);
	}
}

const runs = () => readFileSync(log, "utf8").length;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const count = (name) => {
	try {
		return Number(execFileSync("pgrep", ["-c", "-x", name], { encoding: "utf8" }));
	} catch {
		return 0;
	}
};
async function until(what, fits) {
	for (let i = 0; i < 600; i++) {
		if (fits()) return;
		await sleep(100);
	}
	throw new Error(what);
}
const tests = {};

// A session is asked before it has started: the calls wait, and are served in their order.
tests.pipelined = async () => {
	const c = new Raw("--sandbox=off", "--unsafe");
	const start = c.call("gdb_start_session", { program, gdb_path: slow });
	const early = c.call("gdb_execute_command", { command: "bt", timeout_sec: 1 });
	const calls = [
		c.call("gdb_set_breakpoint", { location: "corrupt" }),
		c.call("gdb_execute_command", { command: "run", timeout_sec: 30 }),
		c.call("gdb_get_backtrace"),
	];
	const named = c.call("gdb_get_status", { session_id: "no-such" });
	const cancelled = ++c.last;
	c.send("tools/call", { name: "gdb_get_threads", arguments: {} }, cancelled);
	c.cancel(cancelled);
	await c.ask("ping");
	is((await named).status, "error");
	const late = await early;
	is(late.status, "error");
	assert.match(late.message, /still being started/);
	const { session_id } = await start;
	const [breakpoint, run, bt] = await Promise.all(calls);
	is(breakpoint.breakpoint.func, "corrupt");
	is(run.data.stop.function, "corrupt");
	assert.deepStrictEqual(bt.frames.map((f) => f.func), ["corrupt", "main"]);
	assert.deepStrictEqual(c.order, [6, 8, 2, 1, 3, 4, 5]);
	is((await c.call("gdb_get_status")).session_id, session_id);
	// a start that fails fails those that wait for it, and leaves the older session as it was
	const failed = c.call("gdb_start_session", { program, gdb_path: "/no/such" });
	const after = c.call("gdb_get_backtrace");
	is((await failed).status, "error");
	assert.match((await after).message, /the session that it waited for: .*\/no\/such/);
	is((await c.call("gdb_get_status")).session_id, session_id);
	await c.end();
};

// Documents are written once, by a gdb that nobody else waits for.
tests.resources = async () => {
	const before = runs();
	const c = new Raw("--gdb-path", slow);
	const uri = "gdb://commands/cli";
	const read = () => c.ask("resources/read", { uri });
	const both = [read(), read()];
	const cancelled = ++c.last;
	c.send("resources/read", { uri }, cancelled);
	c.cancel(cancelled);
	await c.ask("ping");
	is((await c.ask("resources/read", { uri: "gdb://no/such" })).code, -32002);
	const [one, two] = await Promise.all(both);
	assert.match(one.contents[0].text, /backtrace, where, bt/);
	assert.deepStrictEqual(one, two);
	const spent = runs() - before;
	assert.deepStrictEqual(await read(), one);
	is(runs() - before, spent, "gdb was asked again");
	assert.deepStrictEqual(c.order, [4, 5, 1, 2, 6]);
	await c.end();
	const none = new Raw("--gdb-path", "/no/such");
	assert.match((await none.ask("resources/read", { uri })).message, /cannot run \/no\/such: install gdb/);
	await none.end();
};

// A script runs while other calls are answered; what the gate refuses stays refused.
tests.script = async () => {
	const c = new Raw("--sandbox=off");
	await c.call("gdb_start_session", { program, args: ["spin"] });
	const script = c.call("gdb_run_script", {
		script: `text <SCRIPT_START>
auto s = run();
print(s.reason);
try {
	command("shell touch ${process.cwd()}/escaped");
} catch (const fl::error &e) {
	print(e.type);
}
for (int i = 0; i < 1000; i++)
	print(i);
<SCRIPT_END>`,
		max_bytes: 1000,
	});
	let state = "";
	while (state !== "running") {
		await sleep(100);
		({ state } = await c.call("gdb_get_status"));
	}
	await c.call("gdb_interrupt");
	const done = await script;
	is(done.status, "success", JSON.stringify(done));
	assert.match(done.output, /^interrupt\nrefused\n0\n/);
	assert.match(done.output, /lines omitted[^]*\n999\n$/);
	assert(done.output.length < 1100 && done.omitted_lines > 500);
	// without a session; one that does not compile; one that is too slow; a test that fails
	const d = new Raw();
	const results = await Promise.all([
		d.call("gdb_run_script", { script: "print(6 * 7); eval(\"1\");" }),
		d.call("gdb_run_script", { script: 'int x = "a";' }),
		d.call("gdb_run_script", { script: "for (;;) ;", timeout_sec: 3 }),
		d.call("gdb_run_script", { script: 'auto r = run_test("t", [] {\nassert(1 > 2);\n}); print(r.crash_line); print(inspect_at(r.crash_file, r.crash_line).line);' }),
	]);
	is(results[0].output, "42\n");
	assert.match(results[0].errors, /no session/);
	assert.match(results[1].output, /COMPILE_START[^]*script\.cpp/);
	assert.match(results[2].message, /not done in 3 s/);
	is(results[3].output, "2\n2\n", JSON.stringify(results[3]));
	assert.deepStrictEqual(results.map((r) => r.status), ["error", "error", "error", "success"]);
	await d.end();
	await c.end();
};

// A script that nobody waits for any more ends: the call is cancelled, the server is killed.
tests.dropped = async () => {
	const c = new Raw();
	const endless = (id) => c.send("tools/call", { name: "gdb_run_script", arguments: { script: "for (;;) ;" } }, id);
	is(count("clang-repl-19"), 0);
	endless("first");
	await until("the script does not begin", () => count("clang-repl-19") > 0);
	c.cancel("first");
	await until("the script outlives its call", () => count("clang-repl-19") === 0);
	await c.ask("ping");
	const d = new Raw();
	d.send("tools/call", { name: "gdb_run_script", arguments: { script: "for (;;) ;", timeout_sec: 3000 } }, 1);
	await until("the script does not begin", () => count("clang-repl-19") > 0);
	d.server.stdin.destroy();
	d.server.stdout.destroy();
	is(await d.gone, 0);
	await until("the script outlives its client", () => count("clang-repl-19") === 0);
	endless("second");
	await until("the script does not begin", () => count("clang-repl-19") > 0);
	c.server.kill("SIGKILL");
	await until("the script outlives its server", () => count("clang-repl-19") === 0);
	assert(!c.order.includes("first"));
};

let bad = 0;
for (const [name, run] of Object.entries(tests)) {
	const start = Date.now();
	try {
		await run();
		if (process.env.MCP_TIMES) console.log(`${name}: ${Date.now() - start} ms`);
	} catch (error) {
		console.log(`${name}: ${error.stack}`);
		bad = 1;
	}
}
process.exit(bad);
