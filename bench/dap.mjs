// dap.mjs RUNS PROGRAM SOURCE ADAPTER…: CPU time of a debug adapter and all that it starts, from its start
// to a breakpoint, its stack and its locals, and the end.
import { spawn } from "node:child_process";
import { marks } from "./client.mjs";
import support from "@vscode/debugadapter-testsupport";

const [runs, program, source, ...adapters] = process.argv.slice(2);
const at = marks(source);
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

class Plain extends support.DebugClient {
	constructor(command) {
		super("bash", "-c", "x", { stdio: "pipe" });
		this.command = command;
	}
	start() {
		this._adapterProcess = spawn("bash", ["-c", `TIMEFORMAT='cpu %U %S'; time ${this.command}`], { stdio: "pipe" });
		this.err = "";
		this._adapterProcess.stderr.on("data", (d) => (this.err += d));
		this.closed = new Promise((done) => this._adapterProcess.on("close", done));
		this.connect(this._adapterProcess.stdout, this._adapterProcess.stdin);
	}
}
async function once(command) {
	const c = new Plain(command);
	c.start();
	const stopped = new Promise((done) => c.on("stopped", (e) => done(e.body.threadId)));
	const ready = new Promise((done) => c.on("initialized", done));
	await c.send("initialize", { adapterID: "x", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
	const launched = c.send("launch", { program });
	await ready;
	await c.send("setBreakpoints", { source: { path: source }, breakpoints: [{ line: at.inner }] });
	await c.send("configurationDone");
	await launched;
	const threadId = await stopped;
	const { stackFrames } = (await c.send("stackTrace", { threadId, levels: 20 })).body;
	const { scopes } = (await c.send("scopes", { frameId: stackFrames[0].id })).body;
	const local = scopes.find((s) => s.name === "Locals");
	const { variables } = (await c.send("variables", { variablesReference: local.variablesReference })).body;
	if (!variables.some((v) => v.name === "numbers")) throw new Error("no locals");
	await c.send("disconnect", { terminateDebuggee: true });
	c._adapterProcess.stdin.end();
	await c.closed;
	const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(c.err);
	return 1000 * (Number(user) + Number(system));
}
for (const command of adapters) {
	const times = [];
	for (let i = 0; i < Number(runs); i++) times.push(await once(command));
	console.log(`${command}: ${Math.round(median(times))} ms CPU (median of ${runs})`);
}
