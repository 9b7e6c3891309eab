// count.mjs BIN LABELLED REPORTS TRANSCRIPTS: the tables of bench/tokens.
// Each sample is what a tool printed for one fault; its forms are what our tools make of it alone.
import fs from 'node:fs';
import path from 'node:path';
import {spawnSync} from 'node:child_process';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';

const [bin, labelled, reports, transcripts] = process.argv.slice(2);
const counters = {o200k, cl100k};
const tokens = (name, text) => counters[name].encode(text, {allowedSpecial: 'all'}).length;

function tool(name, args, input) {
	const done = spawnSync(path.join(bin, name), args, {input, maxBuffer: 1 << 28});
	if (done.status !== 0)
		throw new Error(`${name} ${args.join(' ')}: ${done.stderr}`);
	return done.stdout.toString('latin1');
}

const styles = ['full', 'compact', 'terse', 'terse-source'];

// Source and caret lines: behind a gutter, or where there is none, what is no line of a message.
function bare(raw, gutter) {
	const message = /(error|warning|note|remark|unimplemented): |^In file included|^ +from |: (In|At) |:   required |:\d+:\d+:   /;
	return raw.split('\n').filter(line => gutter ? !/^ +\d* *\|/.test(line) : !line || message.test(line)).join('\n');
}

const latin1 = text => Buffer.from(text, 'utf8').toString('latin1');

function diagnostics() {
	return fs.readFileSync(labelled, 'utf8').trim().split('\n').map(line => {
		const item = JSON.parse(line), sample = {group: item.tool, raw: latin1(item.raw)};
		sample.bare = bare(sample.raw, !/clang-1[46]/.test(item.tool));
		for (const style of styles)
			sample[style] = tool('diag2struct', [`--style=${style}`, '--markers=none', '--notes=full'], item.raw);
		return sample;
	});
}

function sanitizers() {
	const samples = [];
	for (const group of fs.readdirSync(reports)) {
		const dir = path.join(reports, group, 'reports');
		if (!fs.existsSync(dir) || group.endsWith('_xml'))
			continue;
		for (const file of fs.readdirSync(dir).sort()) {
			const raw = fs.readFileSync(path.join(dir, file));
			const sample = {group, raw: raw.toString('latin1')};
			for (const style of styles)
				sample[style] = tool('san2struct', [`--style=${style}`, '--markers=none'], raw);
			if (sample.full)
				samples.push(sample);
		}
	}
	return samples;
}

function backtraces() {
	const samples = [];
	for (const file of fs.readdirSync(transcripts).sort()) {
		const session = JSON.parse(fs.readFileSync(path.join(transcripts, file), 'utf8'));
		for (const block of session.blocks) {
			if (!/^(bt|backtrace|where|thread backtrace)\b/.test(block.cmd))
				continue;
			const raw = block.raw.replace(/\x1b\[[0-9;]*m/g, '');
			const sample = {group: session.debugger, raw: latin1(raw)};
			for (const style of styles) {
				const text = tool('debugsession', ['convert', '--format=struct', `--style=${style}`, '-'], `(${session.debugger}) ${block.cmd}\n${raw}(${session.debugger}) \n`);
				// The answer alone: what was typed stands before the raw text, too.
				sample[style] = text.split('\n').filter(line => line && !/^<|^#include/.test(line)).join('\n').replace(/^(struct debug_command [^}]*} command[^;]*;|faultline::debug_command.*|debug_command.*)\n/gm, '') + '\n';
			}
			if (/backtrace/.test(sample.compact))
				samples.push(sample);
		}
	}
	return samples;
}

function at(values, share) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function table(title, samples, bareToo) {
	const groups = new Map([['all', samples]]);
	for (const s of samples)
		groups.set(s.group, [...(groups.get(s.group) ?? []), s]);
	console.log(`\n${title}: tokens of raw text, then of each form as a share of them (median / 90th percentile)`);
	const columns = bareToo ? ['bare', ...styles] : styles.slice(0, 3);
	console.log(['counter', 'from', 'cases', 'raw', ...columns, ...(bareToo ? ['terse/bare'] : [])].join('\t'));
	for (const name of Object.keys(counters))
		for (const [group, list] of [...groups].sort((a, b) => (a[0] !== 'all') - (b[0] !== 'all') || (a[0] < b[0] ? -1 : 1))) {
			const raw = list.map(s => tokens(name, s.raw));
			const share = (form, of) => {
				const all = list.map((s, i) => tokens(name, s[form]) / (of ? tokens(name, s[of]) : raw[i]));
				return `${at(all, .5).toFixed(3)} / ${at(all, .9).toFixed(3)}`;
			};
			console.log([name, group, list.length, `${at(raw, .5)} / ${at(raw, .9)}`, ...columns.map(c => share(c)), ...(bareToo ? [share('terse', 'bare')] : [])].join('\t'));
		}
}

table('Labelled diagnostics with their notes', diagnostics(), true);
table('Reports', sanitizers(), false);
table('Backtraces', backtraces(), false);
