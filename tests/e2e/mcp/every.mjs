// every.mjs SERVER: the SDK's client calls every tool, each in a server of its own, so that most answer
// that there is no session; the SDK checks each answer against the tool's outputSchema.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

async function connect() {
	const client = new Client({ name: "every", version: "1" });
	await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"], env: process.env }));
	return client;
}

// What the tool requires, as little of it as its schema takes for an argument.
function least(schema) {
	const args = {};
	for (const name of schema.required ?? []) args[name] = schema.properties[name].type === "string" ? "1" : 1;
	return args;
}

const lister = await connect();
const { tools } = await lister.listTools();
await lister.close();
for (const tool of tools) {
	const client = await connect();
	await client.listTools();
	try {
		const { structuredContent } = await client.callTool({ name: tool.name, arguments: least(tool.inputSchema) });
		if (!("status" in structuredContent || "type" in structuredContent))
			console.log(`${tool.name} answers ${JSON.stringify(structuredContent).slice(0, 300)}`);
	} catch (e) {
		console.log(`${tool.name} cannot be called: ${e.message.slice(0, 300)}`);
	}
	await client.close();
}
console.log(`${tools.length} tools`);
