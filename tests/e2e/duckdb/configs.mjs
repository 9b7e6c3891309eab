// configs.mjs FILE: every glob of a card finds as many rows as the card says. FILE is a JSON list of
// {glob, rows}.
import {readFileSync} from 'node:fs';
import {DuckDBInstance} from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
let bad = false;
for (const {glob, rows} of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
	const all = await connection.runAndReadAll(`SELECT count(*) FROM read_json('${glob.replaceAll("'", "''")}', ` +
		"format = 'newline_delimited', maximum_object_size = 67108864)");
	const [[count]] = all.getRowsJson();
	if (Number(count) !== rows) {
		console.log(`${glob}: ${count} rows, the card says ${rows}`);
		bad = true;
	}
}
process.exit(bad ? 1 : 0);
