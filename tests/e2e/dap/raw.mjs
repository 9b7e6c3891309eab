// raw.mjs SERVER PROGRAM: what no client should send. The server answers, or says what is wrong and
// ends; it never hangs.
import assert from "node:assert";
import { spawn } from "node:child_process";

const [server, program] = process.argv.slice(2);
const LIMIT = 30000;
const frame = (body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
let seq = 0;
const request = (command, args) => frame(JSON.stringify({ seq: ++seq, type: "request", command, arguments: args }));

// Send the pieces, then the end of the input; what came back, and how the server ended.
function talk(...pieces) {
	return new Promise((done, failed) => {
		const child = spawn(server, ["dap"], { stdio: ["pipe", "pipe", "pipe"] });
		const timer = setTimeout(() => (child.kill("SIGKILL"), failed(new Error(`no end of ${pieces[0]}`))), LIMIT);
		let out = Buffer.alloc(0);
		let err = "";
		child.stdout.on("data", (data) => (out = Buffer.concat([out, data])));
		child.stderr.on("data", (data) => (err += data));
		child.stdin.on("error", () => {});
		child.on("close", (code) => {
			clearTimeout(timer);
			const messages = [];
			while (out.length) {
				const head = out.indexOf("\r\n\r\n");
				const length = Number(/^Content-Length: (\d+)$/.exec(out.toString("latin1", 0, head))[1]);
				messages.push(JSON.parse(out.toString("utf8", head + 4, head + 4 + length)));
				out = out.subarray(head + 4 + length);
			}
			done({ code, err, messages, reply: (command) => messages.find((m) => m.command === command) });
		});
		for (const piece of pieces) child.stdin.write(piece);
		child.stdin.end();
	});
}
const init = () => request("initialize", { adapterID: "x" });
const is = assert.strictEqual;

let r = await talk("");
is(r.code, 0);
r = await talk(init());
is(r.code, 0);
is(r.reply("initialize").success, true);
r = await talk(init().replaceAll("\r\n", "\n"));
is(r.reply("initialize").success, true);
r = await talk(init().replace("Content-Length", "content-length"));
is(r.reply("initialize").success, true);
r = await talk(...init(), ...request("threads"));
is(r.reply("threads").success, false);

// out of order, and unknown
r = await talk(request("threads"), request("launch", { program }), request("configurationDone"));
assert(r.messages.every((m) => m.success === false));
assert.match(r.reply("launch").message, /initialize/);
assert.match(r.reply("launch").body.error.format, /initialize/);
assert(r.reply("launch").body.error.id >= 1000);
r = await talk(init(), request("configurationDone"), request("no/such"), request("stackTrace", { threadId: 1 }));
assert.match(r.reply("no/such").message, /no request "no\/such"/);
is(r.reply("configurationDone").success, false);
is(r.reply("stackTrace").success, false);
r = await talk(init(), frame("{}"), frame('{"seq":1,"type":"request"}'), frame('{"seq":"x","type":"event","command":5}'));
is(r.messages.filter((m) => m.success === false).length, 3);
r = await talk(init(), request("evaluate", 5), request("threads"));
assert.match(r.reply("evaluate").message, /object/);

// no JSON: told, and the next message is read
r = await talk(init(), frame("{"), frame("[1]"), frame("\xff\0"), frame(""), request("threads"));
is(r.code, 0);
is(r.messages.filter((m) => m.event === "output").length, 4);
assert(r.reply("threads"));
r = await talk(init(), frame("[".repeat(100000)), request("threads"));
assert(r.reply("threads"));

// what cannot be read on
for (const bad of ["Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "Nothing: 1\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n", "Content-Length: 999999999\r\n\r\n", "x".repeat(10000), "\r\n\r\n"]) {
	r = await talk(init(), bad, request("threads"));
	assert.notStrictEqual(r.code, 0, bad.slice(0, 40));
	assert(r.reply("initialize").success);
	assert(!r.reply("threads"));
	is(r.messages.filter((m) => m.event === "output" && m.body.category === "stderr").length, 1);
	assert.match(r.err, /^debugsession: /);
}
r = await talk(init(), "Content-Length: 100\r\n\r\n{");
assert.match(r.err, /middle of a message/);

// the client goes while the program is there: it runs, or was never started
for (const more of [[], [request("configurationDone")], [request("configurationDone"), request("threads")]]) {
	r = await talk(init(), request("launch", { program, args: ["wait"] }), ...more);
	is(r.code, 0);
	is(r.reply("launch").success, true);
}
// numbers that make no sense
const odd = [-1, 0, 1e15, 2147483648];
const numbers = odd.flatMap((n) => [
	request("stackTrace", { threadId: n, startFrame: n, levels: n }),
	request("scopes", { frameId: n }),
	request("variables", { variablesReference: n, start: n, count: n }),
	request("evaluate", { expression: "1", frameId: n }),
	request("disassemble", { memoryReference: "0x1", instructionOffset: n, instructionCount: n }),
	request("readMemory", { memoryReference: "0x1", offset: n, count: n }),
	request("setBreakpoints", { source: { path: "\n\0\"" }, breakpoints: [{ line: n }, 5, null, "x"] }),
	request("setInstructionBreakpoints", { breakpoints: [{ instructionReference: "1\n2", offset: n }] }),
	request("completions", { text: "a", column: n }),
	request("continue", { threadId: n }),
	request("goto", { targetId: n, threadId: n }),
	request("gotoTargets", { source: { path: "x" }, line: n }),
	request("breakpointLocations", { source: { path: "x" }, line: n, endLine: n }),
	request("setVariable", { variablesReference: n, name: "a\n-gdb-exit", value: "1\n-gdb-exit" }),
	request("dataBreakpointInfo", { variablesReference: n, name: "x\n-gdb-exit" }),
	request("cancel", { requestId: n }),
	request("pause", { threadId: n }),
]);
r = await talk(init(), request("launch", { program, stopOnEntry: true }), request("configurationDone"), ...numbers, request("threads"));
is(r.code, 0);
is(r.messages.filter((m) => m.type === "response").length, numbers.length + 4);
is(r.reply("threads").success, true);
// as fast as they can be sent
const many = Array.from({ length: 900 }, () => request("threads"));
r = await talk(init(), request("launch", { program }), many.join(""));
is(r.messages.filter((m) => m.command === "threads" && m.success).length, 900);
