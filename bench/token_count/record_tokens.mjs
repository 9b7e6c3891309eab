// record_tokens.mjs WORK: the table of bench/record_tokens, of WORK/records.jsonl; WORK/kept.N has the ids of
// records that `--max-tokens N` let through.
import fs from 'node:fs';
import path from 'node:path';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';

const work = process.argv[2];
const records = fs.readFileSync(path.join(work, 'records.jsonl'), 'utf8').trim().split('\n').map(JSON.parse);

// datasets/record/tokens.h, by regular expressions.
const perToken = [[/[A-Za-z_]+/g, 6], [/[0-9]+/g, 3], [/[!-/:-@[-^`{-~\0-\x08\x0e-\x1f\x7f]+/g, 3], [/[^\0-\x7f]/gu, 1]];

function ours(text) {
	let n = (text.match(/[ \t-\r]+/g) ?? []).filter(run => run !== ' ').length;
	for (const [runs, size] of perToken)
		for (const run of text.match(runs) ?? [])
			n += size === 1 ? 1 : Math.ceil(run.length / size);
	return n;
}

let wrong = 0;
for (const file of fs.readdirSync(work).filter(name => name.startsWith('kept.'))) {
	const limit = Number(file.slice(5)), kept = new Set(fs.readFileSync(path.join(work, file), 'utf8').split('\n'));
	for (const r of records) {
		// What is answered is counted in its two parts.
		const code = r.completion.indexOf('<CODE_START>'), parts = [r.prompt, r.completion.slice(0, code), r.completion.slice(code)];
		if ((parts.reduce((n, part) => n + ours(part), 0) <= limit) !== kept.has(r.id))
			wrong++;
	}
}
if (wrong) {
	console.error(`${wrong} records are not on the side of --max-tokens where their count puts them`);
	process.exit(1);
}

const at = (sorted, share) => sorted[Math.round((sorted.length - 1) * share)].toFixed(2);
console.log('our count over the BPE\'s        texts  BPE tokens  of all   least    5 %    half   95 %    most');
for (const [name, bpe] of [['cl100k', cl100k], ['o200k', o200k]])
	for (const columns of [['prompt'], ['completion'], ['context'], ['prompt', 'completion', 'context']]) {
		const ratios = [];
		let our = 0, their = 0;
		for (const r of records)
			for (const column of columns.filter(c => r[c])) {
				const mine = ours(r[column]), its = bpe.encode(r[column], {allowedSpecial: 'all'}).length;
				our += mine;
				their += its;
				ratios.push(mine / its);
			}
		ratios.sort((a, b) => a - b);
		const what = columns.length > 1 ? 'all' : columns[0];
		console.log(name.padEnd(8) + what.padEnd(24) + String(ratios.length).padStart(5) + String(their).padStart(12) +
			(our / their).toFixed(2).padStart(8) + [0, .05, .5, .95, 1].map(s => at(ratios, s).padStart(8)).join(''));
	}
