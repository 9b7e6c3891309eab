// debug.mjs SERVER PROGRAM SOURCE: what an editor does with a program of containers.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { marks, open } from "./client.mjs";

const [server, program, source] = process.argv.slice(2);
const at = marks(source);
const lines = (...list) => (c) =>
	c.ask("setBreakpoints", { source: { path: source }, breakpoints: list.map((l) => (typeof l === "number" ? { line: l } : l)) });
const is = assert.strictEqual;
const tests = {};

tests.launch = async (c) => {
	const capabilities = await c.ask("initialize", { adapterID: "x" });
	for (const name of ["supportsConfigurationDoneRequest", "supportsConditionalBreakpoints", "supportsReadMemoryRequest"])
		is(capabilities[name], true, name);
	assert.match(await c.refused("initialize", { adapterID: "x" }), /once/);
	assert.match(await c.refused("setBreakpoints", { source: { path: source } }), /after launch/);
	assert.match(await c.refused("launch", {}), /needs a "program"/);
	assert.match(await c.refused("launch", { program: "/no/such" }), /No such file/);
	assert.match(await c.refused("launch", { program, cwd: "/no/such" }), /\/no\/such/);
	assert.match(await c.refused("launch", { program, gdbPath: "/no/such" }), /cannot run \/no\/such \(No such file or directory\): install gdb/);
	await c.ask("launch", { program, args: ["one", "two words"], env: { SHOP: "b c" }, stopOnEntry: true });
	await c.take("initialized");
	assert.match(await c.refused("launch", { program }), /already/);
	await c.ask("configurationDone");
	const { threadId } = await c.take("stopped", (b) => b.reason === "entry");
	const frame = await c.top(threadId);
	is(frame.name, "main");
	is(frame.source.path, source);
	const value = async (expression) => (await c.ask("evaluate", { expression, frameId: frame.id, context: "watch" })).result;
	assert.match(await value("argv[2]"), /"two words"/);
	await c.ask("next", { threadId });
	await c.take("stopped");
	assert.match(await value("setting"), /"b c"/);
	const { pid } = { pid: (await c.take("process")).systemProcessId };
	assert(pid > 1);
	await c.ask("continue", { threadId });
	is((await c.take("exited")).exitCode, 4);
	await c.take("terminated");
	await c.output("stdout", "total 62\n");
};

tests.breakpoints = async (c) => {
	let set;
	await c.begin("launch", { program }, async () => {
		set = await lines(at.loop, at.add + 1, 9999)(c);
		is((await c.ask("setBreakpoints", { source: { path: "/no/such.c" }, breakpoints: [{ line: 1 }] })).breakpoints[0].verified, false);
		const set2 = await c.ask("setFunctionBreakpoints", { breakpoints: [{ name: "total" }, { name: "later" }] });
		assert.deepStrictEqual(set2.breakpoints.map((b) => b.verified), [true, false]);
	});
	assert.deepStrictEqual(set.breakpoints.map((b) => b.verified), [true, true, false]);
	is(set.breakpoints[0].line, at.loop);
	let stop = await c.take("stopped");
	is(stop.reason, "function breakpoint");
	is(stop.allThreadsStopped, true);
	const { threadId } = stop;
	// the same words keep their number; the others go
	const kept = await lines(at.loop)(c);
	is(kept.breakpoints[0].id, set.breakpoints[0].id);
	await c.ask("continue", { threadId });
	stop = await c.take("stopped");
	is(stop.reason, "breakpoint");
	assert.deepStrictEqual(stop.hitBreakpointIds, [kept.breakpoints[0].id]);
	is((await c.top(threadId)).line, at.loop);
	// a condition, a count, a log point
	const more = await lines({ line: at.add, condition: "right == 30" }, { line: at.counter, logMessage: "sum is {sum}, {no_such}" })(c);
	assert.deepStrictEqual(more.breakpoints.map((b) => b.verified), [true, true]);
	await c.ask("continue", { threadId });
	stop = await c.take("stopped");
	const frame = await c.top(threadId);
	is((await c.ask("evaluate", { expression: "right", frameId: frame.id })).result, "30");
	assert.match(await c.output("console", "sum is 30"), /sum is 10, \{No symbol "no_such"/);
	const wrong = await lines({ line: at.add, condition: "no_such == 1" }, { line: at.add, hitCondition: "x" })(c);
	assert.deepStrictEqual(wrong.breakpoints.map((b) => b.verified), [false, false]);
	assert.match(wrong.breakpoints[0].message, /no_such/);
	assert.match(wrong.breakpoints[1].message, /hit condition/);
	await lines()(c);
	await c.ask("setFunctionBreakpoints", { breakpoints: [] });
	await c.ask("continue", { threadId });
	is((await c.take("exited")).exitCode, 4);
	await c.take("terminated");
	// again, with a count
	await lines({ line: at.add, hitCondition: "3" })(c);
	await c.ask("restart", {});
	stop = await c.take("stopped");
	is((await c.ask("evaluate", { expression: "right", frameId: (await c.top(stop.threadId)).id })).result, "30");
	// and once more from where it is
	await c.ask("restart", {});
	await c.take("stopped");
	const places = await c.ask("breakpointLocations", { source: { path: source }, line: at.add - 2, endLine: at.add + 1 });
	assert.deepStrictEqual(places.breakpoints.map((b) => b.line), [at.add - 1, at.add, at.add + 1]);
};

tests.variables = async (c) => {
	await c.begin("launch", { program }, lines(at.inner));
	const { threadId } = await c.take("stopped");
	const frame = await c.top(threadId);
	const args = await c.inside(await c.scope(frame.id, "Arguments"));
	assert.deepStrictEqual(args.map((v) => v.name), ["argc", "argv"]);
	const local = await c.locals(threadId);
	is(local.get("numbers").value, "std::vector of length 3, capacity 3 = {10, 20, 30}");
	is(local.get("numbers").type, "std::vector<int, std::allocator<int> >");
	assert.match(local.get("one").value, /café/);
	const names = (list) => list.map((v) => `${v.name}=${v.value}`).join(" ");
	is(names(await c.inside(local.get("numbers").variablesReference)), "[0]=10 [1]=20 [2]=30");
	is(names(await c.inside(local.get("ages").variablesReference)), '["ann"]=31 ["bob"]=42');
	const members = await c.inside(local.get("one").variablesReference);
	assert.deepStrictEqual(members.map((v) => v.name), ["base", "name", "price", "stock"]);
	is(members[1].value, '"café"');
	is(members[1].variablesReference, 0);
	is(names(await c.inside(members[0].variablesReference)), "id=7");
	is(names(await c.inside(local.get("pointer").variablesReference)).replace(/\{.*?\} /, "{} "), 'base={} name="café" price=2.5 stock=3');
	assert.match(local.get("pointer").memoryReference, /^0x/);
	// pages
	is(local.get("longer").indexedVariables, 2000);
	is(local.get("many").indexedVariables, 300);
	is(names(await c.inside(local.get("longer").variablesReference, { filter: "indexed", start: 1500, count: 2 })), "[1500]=3000 [1501]=3002");
	is((await c.inside(local.get("longer").variablesReference, { filter: "named" })).length, 0);
	is((await c.inside(local.get("longer").variablesReference)).length, 1000);
	is(names(await c.inside(local.get("many").variablesReference, { filter: "indexed", start: 298, count: 5 })), "[298]=5 [299]=5");
	const registers = await c.inside(await c.scope(frame.id, "Registers"));
	assert(registers.some((v) => v.name === "rip" && /<main/.test(v.value)));
	// values are set
	is((await c.ask("setVariable", { variablesReference: local.get("numbers").variablesReference, name: "[1]", value: "21" })).value, "21");
	is((await c.ask("setVariable", { variablesReference: await c.scope(frame.id, "Locals"), name: "shadow", value: "5" })).value, "5");
	is((await c.ask("setVariable", { variablesReference: local.get("one").variablesReference, name: "price", value: "1" })).value, "1");
	is((await c.ask("setExpression", { expression: "one.id", value: "8", frameId: frame.id })).value, "8");
	assert.match(await c.refused("setVariable", { variablesReference: local.get("one").variablesReference, name: "nothing", value: "1" }), /nothing/);
	const evaluated = await c.ask("evaluate", { expression: "numbers", frameId: frame.id, context: "hover" });
	is(evaluated.result, "std::vector of length 3, capacity 3 = {10, 21, 30}");
	is(names(await c.inside(evaluated.variablesReference)), "[0]=10 [1]=21 [2]=30");
	const price = members.find((v) => v.name === "price");
	is((await c.ask("evaluate", { expression: price.evaluateName, frameId: frame.id })).result, "1");
	assert.match(await c.refused("evaluate", { expression: "no_such + 1", frameId: frame.id }), /No symbol/);
	assert.match(await c.refused("variables", { variablesReference: 60000 }), /60000/);
	await lines(at.end)(c);
	await c.ask("continue", { threadId });
	await c.take("stopped");
	assert.match(await c.refused("variables", { variablesReference: local.get("one").variablesReference }), /until the program goes on/);
	await c.ask("continue", { threadId });
	is((await c.take("exited")).exitCode, 0);
	await c.output("stdout", "total 66\n");
};

tests.steps = async (c) => {
	await c.begin("launch", { program }, lines(at.loop));
	const { threadId } = await c.take("stopped");
	const step = async (command, more = {}) => {
		await c.ask(command, { threadId, ...more });
		is((await c.take("stopped")).reason, "step");
		return c.top(threadId);
	};
	await lines()(c);
	let frame = await step("stepIn");
	is(frame.name, "add");
	frame = await step("next");
	is(frame.line, at.add + 1);
	const before = frame.instructionPointerReference;
	frame = await step("next", { granularity: "instruction" });
	assert.notStrictEqual(frame.instructionPointerReference, before);
	const trace = await c.ask("stackTrace", { threadId });
	assert.deepStrictEqual(trace.stackFrames.map((f) => f.name), ["add", "total", "main"]);
	is(trace.totalFrames, 3);
	is((await c.ask("stackTrace", { threadId, startFrame: 1, levels: 1 })).stackFrames[0].name, "total");
	frame = await step("stepOut");
	is(frame.name, "total");
	assert.match(await c.output("console", "Value returned"), /Value returned: 10/);
	// jump back, in the same function
	const { targets } = await c.ask("gotoTargets", { source: { path: source }, line: at.loop });
	await c.ask("goto", { threadId, targetId: targets[0].id });
	is((await c.take("stopped")).reason, "goto");
	is((await c.top(threadId)).line, at.loop);
	// machine code and memory
	const code = await c.ask("disassemble", { memoryReference: frame.instructionPointerReference, instructionOffset: -2, instructionCount: 8, resolveSymbols: true });
	is(code.instructions.length, 8);
	is(code.instructions[2].address, frame.instructionPointerReference.replace(/^0x0+/, "0x"));
	const { memoryReference } = await c.ask("evaluate", { expression: "&counter", context: "watch" });
	is((await c.ask("readMemory", { memoryReference, count: 4 })).data, "AQAAAA==");
	is((await c.ask("writeMemory", { memoryReference, data: "BQAAAA==" })).bytesWritten, 4);
	is((await c.ask("evaluate", { expression: "counter", context: "watch" })).result, "5");
	is((await c.ask("readMemory", { memoryReference: "0x0", count: 8 })).unreadableBytes, 8);
	assert.match(await c.refused("writeMemory", { memoryReference, data: "!" }), /base 64/);
	// an instruction and a datum as breakpoints
	const data = await c.ask("dataBreakpointInfo", { name: "counter" });
	is((await c.ask("setDataBreakpoints", { breakpoints: [{ dataId: data.dataId, accessType: "write" }] })).breakpoints[0].verified, true);
	await c.ask("continue", { threadId });
	is((await c.take("stopped")).reason, "data breakpoint");
	is((await c.ask("evaluate", { expression: "counter", context: "watch" })).result, "6");
	await c.ask("setDataBreakpoints", { breakpoints: [] });
	const here = (await c.top(threadId)).instructionPointerReference;
	is((await c.ask("setInstructionBreakpoints", { breakpoints: [{ instructionReference: here }] })).breakpoints[0].verified, true);
	await c.ask("continue", { threadId });
	is((await c.take("stopped")).reason, "instruction breakpoint");
	assert((await c.ask("modules", {})).modules.some((m) => /libstdc/.test(m.name)));
	assert((await c.ask("loadedSources")).sources.some((s) => s.path === source));
	is((await c.ask("source", { source: { path: source }, sourceReference: 0 })).content, readFileSync(source, "utf8"));
};

tests.crash = async (c) => {
	await c.begin("launch", { program, args: ["crash"] });
	const stop = await c.take("stopped");
	is(stop.reason, "exception");
	is(stop.text, "Segmentation fault");
	const info = await c.ask("exceptionInfo", { threadId: stop.threadId });
	is(info.exceptionId, "SIGSEGV");
	is(info.description, "Segmentation fault at address 0x0: nothing is mapped there");
	const trace = await c.ask("stackTrace", { threadId: stop.threadId });
	is(trace.stackFrames[0].line, at.crash);
	is(trace.stackFrames[1].name, "main");
	const dir = mkdtempSync(join(dirname(program), "core-"));
	await c.ask("evaluate", { expression: `generate-core-file ${dir}/core`, context: "repl" });
	await c.ask("continue", { threadId: stop.threadId });
	is((await c.take("exited")).exitCode, -1);
	await c.take("terminated");
	// what was left of it
	const late = await open(server);
	await late.begin("launch", { program, coreFile: join(dir, "core") });
	const { threadId } = await late.take("stopped");
	is((await late.top(threadId)).line, at.crash);
	is((await late.locals(threadId)).size, 0);
	const { stackFrames } = await late.ask("stackTrace", { threadId });
	const names = (await late.inside(await late.scope(stackFrames[1].id, "Locals"))).map((v) => v.name);
	assert(names.includes("numbers"));
	assert.match(await late.refused("continue", { threadId }), /not being run|not running|core/);
	await late.end();
	rmSync(dir, { recursive: true });
};

tests.threads = async (c) => {
	await c.begin("launch", { program, args: ["threads"] }, lines(at.work));
	const first = (await c.take("stopped")).threadId;
	assert(first > 1);
	assert((await c.take("thread", (b) => b.reason === "started" && b.threadId === first)).threadId);
	await c.ask("continue", { threadId: first });
	await c.take("thread", (b) => b.reason === "exited" && b.threadId === first);
	const second = (await c.take("stopped")).threadId;
	const { threads } = await c.ask("threads");
	assert(threads.length >= 2 && threads.every((t) => t.id !== first));
	const main = await c.ask("stackTrace", { threadId: 1 });
	assert(main.stackFrames.some((f) => f.name === "main"));
	assert.strictEqual((await c.top(second)).name, "work");
	is((await c.ask("evaluate", { expression: "number", frameId: (await c.top(second)).id })).result, "2");
};

tests.sandbox = async (c) => {
	await c.ask("initialize", { adapterID: "x" });
	const boxed = await open(server, "--sandbox");
	await boxed.ask("initialize", { adapterID: "x" });
	assert.match(await boxed.refused("attach", { pid: process.pid }), /sandbox/);
	await boxed.ask("launch", { program, args: ["throw"] });
	await boxed.take("initialized");
	await boxed.ask("setBreakpoints", { source: { path: "shop.cpp" }, breakpoints: [{ line: at.throw }] });
	await boxed.ask("configurationDone");
	const { threadId } = await boxed.take("stopped");
	is((await boxed.top(threadId)).name, "main");
	const { result } = await boxed.ask("evaluate", { expression: `shell ls ${dirname(program)} /box`, context: "repl" });
	assert(!result.includes("shop.cpp"), result);
	await boxed.ask("continue", { threadId });
	await boxed.output("stdout", "caught no stock");
	await boxed.take("exited");
	await boxed.end();
};

tests.exceptions = async (c) => {
	await c.begin("launch", { program, args: ["throw"] }, async () => {
		const set = await c.ask("setExceptionBreakpoints", { filters: ["throw", "catch"] });
		assert.deepStrictEqual(set.breakpoints.map((b) => b.verified), [true, true]);
	});
	const stop = await c.take("stopped");
	is(stop.reason, "exception");
	is(stop.text, "throw");
	const info = await c.ask("exceptionInfo", { threadId: stop.threadId });
	is(info.exceptionId, "std::runtime_error");
	const trace = await c.ask("stackTrace", { threadId: stop.threadId });
	assert(trace.stackFrames.some((f) => f.name === "main" && f.line === at.throw));
	await c.ask("continue", { threadId: stop.threadId });
	is((await c.take("stopped")).text, "catch");
	await c.ask("setExceptionBreakpoints", { filters: [] });
	await c.ask("continue", { threadId: stop.threadId });
	await c.take("exited");
	await c.output("stdout", "caught no stock");
};

tests.deep = async (c) => {
	await c.begin("launch", { program, args: ["deep"] }, lines({ line: at.deep, condition: "n == 0" }));
	const { threadId } = await c.take("stopped");
	const trace = await c.ask("stackTrace", { threadId, startFrame: 0, levels: 20 });
	is(trace.stackFrames.length, 20);
	is(trace.totalFrames, 21);
	const last = await c.ask("stackTrace", { threadId, startFrame: 1995, levels: 100 });
	is(last.stackFrames.at(-1).name, "main");
	is(last.totalFrames, 2002);
	is((await c.ask("evaluate", { expression: "n", frameId: last.stackFrames[4].id })).result, "1999");
};

tests.console = async (c) => {
	await c.begin("launch", { program, args: ["read"] }, lines(at.end));
	await c.ask("evaluate", { expression: "-input hello there", context: "repl" });
	const { threadId } = await c.take("stopped");
	await c.output("stdout", "read hello there");
	const frameId = (await c.top(threadId)).id;
	const type = (expression) => c.ask("evaluate", { expression, context: "repl", frameId });
	assert.match((await type("info frame")).result, /Stack level 0/);
	is((await type("numbers[2] * 2")).result, "60");
	assert.match((await type("-exec print counter")).result, /= 3/);
	is(JSON.parse((await type("-data-evaluate-expression counter")).result).value, "3");
	assert.match(await c.refused("evaluate", { expression: "list no_such", context: "repl" }), /no_such/);
	await type("break add");
	is((await c.take("breakpoint", (b) => b.reason === "new")).breakpoint.line, at.add);
	const { targets } = await c.ask("completions", { text: "info regis", column: 11 });
	assert(targets.some((t) => t.label === "info registers"));
	await type("run");
	await c.take("continued");
	is((await c.take("stopped")).reason, "breakpoint");
	await c.ask("faultline/input", { text: "raw\n" });
	await type("delete");
	await type("continue");
	await c.output("stdout", "read raw");
	await c.take("exited");
};

tests.pause = async (c) => {
	await c.begin("launch", { program, args: ["wait"] });
	await c.output("stdout", "waiting");
	const { threads } = await c.ask("threads");
	is(threads.length, 1);
	const threadId = threads[0].id;
	is(await c.refused("stackTrace", { threadId }), "notStopped");
	is(await c.refused("next", { threadId }), "notStopped");
	// while it runs: a breakpoint that it meets, and one where it is not
	const set = await lines(at.wait + 1)(c);
	is(set.breakpoints[0].verified, true);
	is((await c.take("stopped")).reason, "breakpoint");
	await lines()(c);
	await c.ask("continue", { threadId });
	await c.ask("pause", { threadId });
	is((await c.take("stopped")).reason, "pause");
	assert((await c.ask("stackTrace", { threadId })).stackFrames.some((f) => f.name === "wait_long"));
	// a command that takes long is cancelled
	const slow = c.refused("evaluate", { expression: "python import time; time.sleep(50)", context: "repl" });
	const seq = c.sequence - 1;
	setTimeout(() => c.ask("cancel", { requestId: seq }), 300);
	is(await slow, "cancelled");
	await c.ask("continue", { threadId });
	await c.ask("terminate", {});
	await c.take("terminated");
};

tests.attach = async (c) => {
	const other = spawn(program, ["wait"], { stdio: ["ignore", "pipe", "inherit"] });
	await new Promise((done) => other.stdout.once("data", done));
	await c.begin("attach", { pid: other.pid, program, stopOnEntry: true });
	const { threadId } = await c.take("stopped");
	const trace = await c.ask("stackTrace", { threadId });
	assert(trace.stackFrames.some((f) => f.name === "wait_long" && f.source.path === source));
	await c.ask("continue", { threadId });
	await c.end();
	is(other.exitCode, null);
	process.kill(other.pid, 0);
	other.kill("SIGKILL");
	return true;
};

tests.running = async (c) => {
	await c.begin("launch", { program, args: ["wait"] });
	const { systemProcessId } = await c.take("process");
	await c.output("stdout", "waiting");
	await c.end();
	assert.throws(() => process.kill(systemProcessId, 0), "the program outlives its editor");
	return true;
};

tests.flood = async (c) => {
	// a program that writes without end, and an editor that does not read for a while
	await c.begin("launch", { program, args: ["flood"] });
	await c.output("stdout", "line 1000\n");
	c._adapterProcess.stdout.pause();
	await new Promise((done) => setTimeout(done, 1500));
	const keeper = c._adapterProcess.pid;
	const children = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
	const status = readFileSync(`/proc/${children(keeper)[0]}/status`, "utf8");
	assert(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) < 64 << 10, status);
	c._adapterProcess.stdout.resume();
	await c.ask("pause", { threadId: 1 });
	const { threadId } = await c.take("stopped", (b) => b.reason === "pause");
	assert((await c.ask("stackTrace", { threadId })).stackFrames.some((f) => f.name === "main"));
};

tests.killed = async (c) => {
	// gdb dies: the editor is told, and the server answers on
	await c.begin("launch", { program }, lines(at.inner));
	const { threadId } = await c.take("stopped");
	const { result } = await c.ask("evaluate", { expression: "python import os; print(os.getpid())", context: "repl" });
	process.kill(Number(result), "SIGKILL");
	await c.output("important", "has died");
	await c.take("terminated");
	assert.match(await c.refused("stackTrace", { threadId }), /died/);
	assert.match(await c.refused("continue", { threadId }), /died/);
};

tests.moved = async (c) => {
	// the program says where it was built; the editor has the source elsewhere
	const dir = mkdtempSync(join(dirname(program), "moved-"));
	copyFileSync(source, join(dir, "shop.cpp"));
	await c.begin("launch", { program, cwd: dir, sourceMap: { [dirname(source)]: dir } }, () =>
		c.ask("setBreakpoints", { source: { path: join(dir, "shop.cpp") }, breakpoints: [{ line: at.add }] }),
	);
	const { threadId } = await c.take("stopped");
	is((await c.top(threadId)).source.path, join(dir, "shop.cpp"));
	assert.match((await c.ask("evaluate", { expression: "info proc cwd", context: "repl" })).result, /moved-/);
	rmSync(dir, { recursive: true });
};

tests.numbers = async (c) => {
	// a client that counts from 0
	await c.ask("initialize", { adapterID: "x", linesStartAt1: false, columnsStartAt1: false });
	await c.ask("launch", { program });
	await c.take("initialized");
	const set = await lines(at.add - 1)(c);
	is(set.breakpoints[0].line, at.add - 1);
	await c.ask("configurationDone");
	const { threadId } = await c.take("stopped");
	const frame = await c.top(threadId);
	is(frame.line, at.add - 1);
	is(frame.column, 0);
	const { targets } = await c.ask("completions", { text: "info regis", column: 10 });
	is(targets[0].start, 0);
};

let bad = 0;
const wanted = process.argv.slice(5);
for (const [name, run] of Object.entries(tests)) {
	if (wanted.length && !wanted.includes(name)) continue;
	const c = await open(server);
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
