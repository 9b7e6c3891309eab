/* One record, as a person reads it: what is asked, what the tools saw, what was wrong, the mend. */

function block(text, wrap) {
	return make('pre', {class: wrap ? 'wrap' : null, tabindex: 0}, shown(text));
}

const diffLines = [['@@', 'place'], ['---', 'place'], ['+++', 'place'], ['+', 'added'], ['-', 'removed']];

function diffBlock(text) {
	const lines = text.split('\n');
	if (lines[lines.length - 1] === '')
		lines.pop();
	return make('pre', {class: 'diff', tabindex: 0}, lines.map((line) => {
		const kind = diffLines.find(([start]) => line.startsWith(start));
		return make('span', {class: kind ? kind[1] : null}, shown(line));
	}));
}

function commandText(argv) {
	return argv.map((a) => /^[\w@%+=:,./-]+$/.test(a) ? a : "'" + a.replaceAll("'", "'\\''") + "'").join(' ');
}

function endText(b) {
	const ends = [b.status, b.end && b.end !== b.status ? b.end : '', b.signal > 0 ? 'signal ' + b.signal : '',
		b.exit_status >= 0 ? 'exit status ' + b.exit_status : ''];
	return ends.filter((x) => x).join(', ');
}

function whereText(m) {
	return m.file + ':' + m.line + (m.function ? ' in ' + m.function : '');
}

function provenance(r) {
	const p = r.provenance;
	return facts([['record', r.id], ['fault', r.fault], ['repository', r.group], ['program', r.program], ['split', r.split],
		['origin', p.origin], ['source', p.source], ['sha256 of it', p.sha256], ['licence', p.licence || 'not known'],
		['compiler', p.compiler], ['debugger', p.debugger], ['Faultline', p.faultline], ['seed', p.seed]]);
}

function howItRan(r) {
	return [make('h4', null, 'Build'), block(r.build.map((c) => commandText(c.argv)).join('\n'), true),
		make('h4', null, 'Run'), block(commandText(r.run.argv), true),
		r.run.stdin ? [make('h4', null, 'Standard input'), block(r.run.stdin)] : [],
		make('h4', null, 'Environment'), block(r.run.env, true)].flat();
}

function recordParts(row) {
	const r = row.record;
	const trace = row.sources.length ? traceViewer(row) : null;
	return [
		make('p', null, shown(r.instruction || '')),
		facts([['root cause', r.error_class + (r.cwe ? ', ' + r.cwe : '')], ['evidence', r.evidence_class],
			['fault', r.mutation.operator + ' at ' + whereText(r.mutation)], ['the faulty code', endText(r.verification.buggy)],
			['verified', r.verification.level + (r.verification.fixed.same ? '; the fix behaves as the original' : '')],
			['inputs held back', r.hidden], ['on', r.platform.split('\n').map((l) => l.replace(/^\/\/ /, '')).filter((l) => l).join('; ')]]),
		make('h3', null, 'The mend'), diffBlock(r.diff),
		make('h3', null, 'What the tools saw'), block(r.context, true),
		trace ? [make('h3', null, 'In the code'), trace] : [],
		r.reasoning ? [make('h3', null, 'Reasoning'), block(r.reasoning, true)] : [],
		lazily('The prompt: all that a model reads (' + count(new TextEncoder().encode(r.prompt).length) + ' bytes)', () => block(r.prompt)),
		lazily('How it is built and run', () => howItRan(r)),
		make('h3', null, 'Where it is from'), provenance(r),
	].flat();
}

async function drawRecord(entry, earlier, later) {
	const article = byId('record');
	const heading = make('h2', {tabindex: -1}, entry.kind + ': ' + shown(entry.operator || entry.error_class));
	const step = (label, other) => button(label, () => { location.hash = recordLink(other); }, {disabled: !other});
	let parts;
	try {
		parts = recordParts(await readRow(entry));
	} catch (e) {
		parts = [make('p', {class: 'warning', role: 'alert'}, 'This record cannot be shown: ' + e.message)];
	}
	article.replaceChildren(heading, make('p', null, step('Previous record', earlier), ' ', step('Next record', later)), ...parts);
	return heading;
}
