// A client for the tests: Microsoft's, but that every message of the server is checked against the
// schema of the protocol, events are kept, and every wait has a limit.
import { readFileSync } from "node:fs";
import assert from "node:assert";
import Ajv from "ajv";
import support from "@vscode/debugadapter-testsupport";

const schema = JSON.parse(readFileSync("schema.json", "utf8"));
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(schema, "dap");
const capital = (s) => s[0].toUpperCase() + s.slice(1);
const validators = new Map();
function check(message) {
	const name =
		message.type === "event"
			? capital(message.event) + "Event"
			: message.success
				? capital(message.command) + "Response"
				: "ErrorResponse";
	if (message.command === "faultline/input") return;
	// cancelled and refused requests may be of commands that the protocol does not have
	assert(schema.definitions["DebugProtocol." + name], `the protocol has no ${name}`);
	if (!validators.has(name))
		validators.set(name, ajv.compile({ $ref: `dap#/definitions/DebugProtocol.${name}` }));
	const valid = validators.get(name);
	assert(valid(message), `${name} is not valid: ${ajv.errorsText(valid.errors)}: ${JSON.stringify(message)}`);
}

export const LIMIT = Number(process.env.DAP_LIMIT ?? 60000);
export class Client extends support.DebugClient {
	// options: words behind "dap"; the class that this is built on gives a server one word
	constructor(server, options = "") {
		super("env", `-S${server} dap ${options}`, "faultline", { stdio: "pipe" }, true);
		this.events = [];
		this.waiters = [];
		this.problems = [];
		this.replies = 0;
		this.sequence_seen = 0;
		this.lenient = false; // messages are another adapter's, with extensions of its own
		this.defaultTimeout = LIMIT;
	}
	dispatch(body) {
		const message = JSON.parse(body);
		try {
			assert.strictEqual(message.seq, ++this.sequence_seen, "a sequence number is missing");
			if (!this.lenient) check(message);
		} catch (error) {
			this.problems.push(error.message);
		}
		if (message.type === "event") {
			this.events.push(message);
			this.waiters = this.waiters.filter((w) => !w());
		} else this.replies++;
		super.dispatch(body);
	}
	// The next event of this name that fits, among those that have not been taken; it is taken.
	take(name, fits = () => true) {
		const look = () => {
			const at = this.events.findIndex((e) => e.event === name && fits(e.body));
			return at < 0 ? undefined : (this.events.splice(at, 1)[0].body ?? {});
		};
		return new Promise((done, failed) => {
			const timer = setTimeout(
				() => failed(new Error(`no event ${name}; there are ${JSON.stringify(this.events)}`)),
				LIMIT,
			);
			const waiter = () => {
				const body = look();
				if (body === undefined) return false;
				clearTimeout(timer);
				done(body);
				return true;
			};
			if (!waiter()) this.waiters.push(waiter);
		});
	}
	ask(command, args) {
		return new Promise((done, failed) => {
			const timer = setTimeout(() => failed(new Error(`no answer to ${command}`)), LIMIT);
			this.send(command, args).then(
				(r) => (clearTimeout(timer), done(r.body ?? {})),
				(e) => (clearTimeout(timer), failed(e)),
			);
		});
	}
	async refused(command, args) {
		try {
			await this.ask(command, args);
		} catch (error) {
			return error.message;
		}
		throw new Error(`${command} was not refused`);
	}
	// All that has been written in this category, until it holds the words.
	async output(category, words) {
		let text = "";
		while (!text.includes(words)) text += (await this.take("output", (b) => b.category === category)).output;
		return text;
	}
	async begin(how, args, configure = async () => {}) {
		await this.ask("initialize", { adapterID: "faultline", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" });
		await this.ask(how, args);
		await this.take("initialized");
		await configure(this);
		await this.ask("configurationDone");
	}
	async top(threadId) {
		return (await this.ask("stackTrace", { threadId, levels: 1 })).stackFrames[0];
	}
	async scope(frameId, name) {
		const { scopes } = await this.ask("scopes", { frameId });
		return scopes.find((s) => s.name === name).variablesReference;
	}
	async inside(variablesReference, page = {}) {
		return (await this.ask("variables", { variablesReference, ...page })).variables;
	}
	async locals(threadId) {
		const frame = await this.top(threadId);
		const list = await this.inside(await this.scope(frame.id, "Locals"));
		return new Map(list.map((v) => [v.name, v]));
	}
	async end() {
		const gone = new Promise((done) => this._adapterProcess.on("exit", (code, signal) => done(code ?? signal)));
		await this.ask("disconnect", {});
		assert.strictEqual(await gone, 0, "the server's exit status");
		assert.deepStrictEqual(this.problems, []);
	}
}

export function marks(file) {
	const found = {};
	readFileSync(file, "utf8")
		.split("\n")
		.forEach((line, i) => {
			const mark = line.match(/\/\/ mark: (\w+)/);
			if (mark) found[mark[1]] = i + 1;
		});
	return found;
}

export async function open(server, options) {
	const c = new Client(server, options);
	await c.start();
	return c;
}
