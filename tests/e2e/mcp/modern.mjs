// modern.mjs SERVER PROGRAM: the revision without a handshake, by its official client.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import assert from "node:assert";
import path from "node:path";

const [server, program] = process.argv.slice(2);
const client = new Client({ name: "modern", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await client.connect(new StdioClientTransport({ command: server, args: ["mcp"], env: process.env, cwd: path.dirname(program) }));
const { tools } = await client.listTools();
assert(tools.some((t) => t.name === "gdb_start_session"));
const { structuredContent: started } = await client.callTool({ name: "gdb_start_session", arguments: { program } });
assert.strictEqual(started.status, "success");
const { structuredContent: crash } = await client.callTool({
	name: "gdb_execute_command",
	arguments: { command: "run", timeout_sec: 30, session_id: started.session_id },
});
assert.strictEqual(crash.data.stop.signal_name, "SIGSEGV");
const { contents } = await client.readResource({ uri: "gdb://commands/mapping" });
assert.match(contents[0].text, /-exec-run/);
await client.close();
