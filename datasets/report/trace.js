/*
 * The trace viewer. The evidence of a record becomes a list of moments, in the order in which they
 * happened as far as it tells:
 *
 *	{part, file, line, function, values: Map name -> {value, type, changed}, said, other}
 *
 * `other` is the same moment in the right program, where the evidence has it (divergence).
 */

function applied(values, changes, types) {
	const next = new Map();
	for (const [name, v] of values)
		next.set(name, {...v, changed: false});
	for (const c of changes || [])
		next.set(c.name, {value: c.value, type: c.type || (types && types.get(c.name)) || (next.get(c.name) || {}).type || '', changed: true});
	return next;
}

function stepMoments(part, where, steps, values, types) {
	const moments = [];
	for (const s of steps) {
		values = applied(values, s.changed, types);
		moments.push({part, file: where.file, function: where.function, line: s.line, values, said: ''});
	}
	return moments;
}

function typesOf(evidence) {
	const types = new Map();
	for (const item of evidence)
		for (const v of (item.frame_vars || {}).locals || [])
			types.set(v.name, v.type);
	return types;
}

function callMoments(call, types) {
	const part = 'call of ' + call.function;
	const values = applied(new Map(), call.args, types);
	const moments = stepMoments(part, call, call.steps, values, types);
	if (moments.length) {
		for (const v of values.values())
			v.changed = true;
		moments[0].values = applied(values, call.steps[0].changed, types);
		for (const a of call.args)
			moments[0].values.get(a.name).changed = true;
		moments[0].said = 'Called at line ' + call.called_at + (call.omitted ? '; ' + call.omitted + ' earlier steps are left out' : '') + '.';
		const last = moments[moments.length - 1];
		if (call.returned)
			last.said += ' It returns ' + call.returned + '.';
	}
	return moments;
}

function lastMoments(last, types) {
	const moments = stepMoments('last steps in ' + last.function, last, last.steps, new Map(), types);
	if (moments.length && last.omitted)
		moments[0].said = count(last.omitted) + ' earlier steps are left out.';
	return moments;
}

function sampleMoments(samples, types) {
	return stepMoments('passes of a loop in ' + samples.function, samples, samples.samples, new Map(), types);
}

function writeMoments(operands) {
	return operands.operands.flatMap((o) => (o.writes || []).map((w) => ({
		part: 'writes to ' + o.expression, file: w.file, function: w.function, line: w.line,
		values: new Map([[o.expression, {value: w.value, type: '', changed: true}]]),
		said: w.caller ? 'Called by ' + w.caller + ' at line ' + w.called_at + '.' : '',
	})));
}

/* States that are alike in both runs, then the one in which they part. */
function divergenceMoments(d) {
	const part = 'where the runs part, in ' + d.function;
	const moments = stepMoments(part, d, d.states, new Map(), null);
	for (const m of moments)
		m.other = {line: 0, values: m.values}; /* lines are the faulty program's */
	const before = moments.length ? moments[moments.length - 1].values : new Map();
	const side = (run) => {
		const s = d.sides.find((x) => x.run === run);
		return s && {line: s.line, values: applied(before, s.changed, null), end: s.end};
	};
	const faulty = side('faulty'), right = side('right');
	if (moments.length)
		moments[0].said = 'Call ' + d.call + ' of ' + d.function + (d.omitted ? '; ' + count(d.omitted) + ' states before, alike in both runs' : '') + '.';
	if (faulty && right)
		moments.push({part, file: d.file, function: d.function, line: faulty.line, values: faulty.values, other: right,
			said: 'Here the runs part.' + (faulty.end ? ' The faulty one: ' + faulty.end + '.' : '') +
				(right.end ? ' The right one: ' + right.end + '.' : '')});
	return moments;
}

function ownFrame(frames) {
	return (frames || []).find((f) => f.line > 0);
}

/* The sentence of a symptom. */
function symptomText(s) {
	return [s.kind, s.message, s.access ? s.access + ' of ' + s.size + ' bytes' + (s.region ? ' at offset ' + s.offset + ' of a ' + s.region : '') : '',
		s.line ? 'line ' + s.line + ' of the output should be “' + s.expected + '” and is “' + s.actual + '”' : '',
		s.fails_on ? 'on ' + s.fails_on + ', not on ' + s.works_on : ''].filter((x) => x).join('; ');
}

/* Where it stops, with the variables of that frame. */
function stopMoments(evidence) {
	const symptom = (evidence.find((i) => i.symptom) || {}).symptom;
	const vars = (evidence.find((i) => i.frame_vars) || {}).frame_vars;
	const trace = (evidence.find((i) => i.backtrace) || {}).backtrace;
	const stack = symptom && symptom.stacks.length ? symptom.stacks[0].frames : trace && trace.frames;
	const frame = vars || ownFrame(stack);
	if (!frame)
		return [];
	const values = new Map((vars ? vars.locals : []).map((v) => [v.name, {value: v.value, type: v.type, changed: false}]));
	const callers = (stack || []).filter((f) => f.line > 0).slice(1).map((f) => f.function + ' at ' + f.file + ':' + f.line);
	return [{part: 'where it shows', file: frame.file, function: frame.function, line: frame.line, values, stop: true,
		said: (symptom ? symptomText(symptom) + '.' : '') + (callers.length ? ' Called by ' + callers.join(', by ') + '.' : '')}];
}

function lastUseMoments(use) {
	const frame = ownFrame(use.frames);
	const moments = frame ? [{part: 'last use of the memory', file: frame.file, function: frame.function, line: frame.line,
		values: new Map(), said: use.pointer ? 'Pointed to by ' + use.pointer + '.' : ''}] : [];
	if (use.line)
		moments.push({part: 'last use of the memory', file: use.file, function: use.function, line: use.line, values: new Map(),
			said: use.then ? 'Then the pointer is ' + use.then + '.' : ''});
	return moments;
}

/* A call whose value is used at a line of the last steps happens there; others come before them. */
function withCalls(steps, calls) {
	const placed = new Set();
	const moments = steps.flatMap((m, i) => {
		const here = calls.filter((c) => !placed.has(c) && c.calledAt === m.line &&
			!steps.slice(i + 1).some((later) => later.line === m.line));
		here.forEach((c) => placed.add(c));
		return [m, ...here.flatMap((c) => c.moments)];
	});
	return [...calls.filter((c) => !placed.has(c)).flatMap((c) => c.moments), ...moments];
}

function momentsOf(evidence) {
	const types = typesOf(evidence);
	const each = (name, make) => evidence.filter((i) => i[name]).flatMap((i) => make(i[name], types));
	const calls = evidence.filter((i) => i.call).map((i) => ({calledAt: i.call.called_at, moments: callMoments(i.call, types)}));
	return [...each('operands', writeMoments), ...each('last_use', lastUseMoments), ...each('samples', sampleMoments),
		...withCalls(each('last_steps', lastMoments), calls), ...each('divergence', divergenceMoments), ...stopMoments(evidence)];
}

function evidenceOf(record) {
	try {
		const list = JSON.parse(record.events || '[]');
		return Array.isArray(list) ? list : [];
	} catch {
		return []; /* the context stands in the page as it is */
	}
}

/* Lines that a window of code has, and how near to its ends the current one may come. */
const windowLines = 19, windowEdge = 3;

class CodePane {
	constructor(title) {
		this.list = make('ol', {class: 'lines', tabindex: 0, 'aria-label': title});
		this.element = make('div', null, this.heading = make('h4', null, title), this.list);
		this.title = title;
		this.start = 1;
		this.file = null;
	}

	/* edited: pairs of first and last line. */
	show(file, lines, line, edited) {
		const end = this.start + windowLines - 1;
		if (file !== this.file || line < this.start + windowEdge || line > end - windowEdge)
			this.start = Math.max(1, line - Math.floor(windowLines / 2));
		this.file = file;
		this.heading.textContent = this.title + ': ' + shown(file);
		const rows = [];
		for (let n = this.start; n < this.start + windowLines && n <= lines.length; n++) {
			const names = [n === line ? 'here' : '', edited.some(([from, to]) => n >= from && n <= to) ? 'edited' : ''].filter((x) => x);
			rows.push(make('li', {class: names.join(' ') || null, 'aria-current': n === line ? 'step' : null},
				make('i', null, n), shown(lines[n - 1])));
		}
		this.list.replaceChildren(...rows);
	}
}

function valueTable(moment) {
	const other = moment.other && moment.other.values;
	const names = [...new Set([...moment.values.keys(), ...(other ? other.keys() : [])])];
	if (!names.length)
		return make('p', {class: 'quiet'}, 'No variable is known here.');
	const mark = (v, o) => other && o && v && o.value !== v.value ? 'differs' : v && v.changed ? 'changed' : '';
	return make('table', {class: 'values'}, make('caption', null, 'Variables'),
		make('thead', null, make('tr', null, ['name', '', 'type', other ? 'faulty' : 'value', ...(other ? ['right'] : [])]
			.map((t) => make('th', {scope: 'col'}, t)))),
		make('tbody', null, names.map((name) => {
			const v = moment.values.get(name), o = other && other.get(name);
			const m = mark(v, o);
			return make('tr', {class: m ? 'changed' : null}, make('th', {scope: 'row'}, make('code', null, shown(name))),
				make('td', {class: 'mark'}, m), make('td', null, make('code', null, shown((v || o).type))),
				make('td', null, make('code', null, v ? shown(v.value) : '')), other ? make('td', null, make('code', null, o ? shown(o.value) : '')) : null);
		})));
}

/* The viewer of a row, or null where there is nothing to step through. */
function traceViewer(row) {
	const moments = momentsOf(evidenceOf(row.record)).filter((m) => m.line > 0 || m.other);
	if (!moments.length)
		return null;
	const faultyPane = new CodePane('Faulty'), rightPane = new CodePane('Original');
	rightPane.element.className = 'right';
	const files = make('div', {class: 'files'}, faultyPane.element, rightPane.element);
	const said = make('p', {class: 'said', 'aria-live': 'polite'});
	const values = make('div', {class: 'scroll'});
	const range = make('input', {type: 'range', min: 1, max: moments.length, 'aria-label': 'Step'});
	const parts = [...new Set(moments.map((m) => m.part))];
	const select = make('select', {'aria-label': 'Part of the trace'}, parts.map((p) => make('option', {value: p}, shown(p))));
	const moves = {
		first: button('First', () => go(0)), back: button('Previous', () => go(at - 1)),
		next: button('Next', () => go(at + 1)), last: button('Last', () => go(moments.length - 1)),
	};
	const element = make('div', {class: 'trace', role: 'group', tabindex: 0, 'aria-label':
		'Trace. Arrow keys or j and k step, Home and End go to its ends.'},
		make('div', {class: 'controls'}, Object.values(moves), range, select), said, files, values);
	const sources = new Map();
	let at = 0;

	async function source(path) {
		if (!sources.has(path))
			sources.set(path, readSource(row, path));
		return sources.get(path);
	}

	function drawCode(m, s) {
		files.hidden = !s;
		if (!s)
			return;
		faultyPane.show(m.file, s.faulty, m.line || (m.other ? faultyLineOf(s.places, m.other.line) : 1),
			s.places.map((p) => p.faultyMarked));
		rightPane.show(m.file, s.right, m.other && m.other.line ? m.other.line : rightLine(s.places, m.line),
			s.places.map((p) => p.marked));
	}

	function sayIn(m, s) {
		const line = s && m.line ? (s.faulty[m.line - 1] || '').trim() : '';
		const changed = [...m.values].filter(([, v]) => v.changed).map(([name, v]) => name + ' = ' + v.value);
		said.replaceChildren(make('b', null, 'Step ' + (at + 1) + ' of ' + moments.length), ', ' + shown(m.part) +
			(m.part.endsWith(m.function) ? '' : ', ' + shown(m.function)) + (m.line ? ' at ' + shown(m.file) + ':' + m.line : '') + (line ? ': ' : '.'), line ? make('code', null, shown(line)) : '',
			m.said ? ' ' + shown(m.said) : '', changed.length ? make('span', {class: 'quiet'}, ' Changed: ' + shown(changed.join(', '))) : '');
	}

	async function go(to) {
		at = Math.max(0, Math.min(moments.length - 1, to));
		const m = moments[at], here = at;
		const s = await source(m.file);
		if (here !== at)
			return; /* a later key was faster */
		drawCode(m, s);
		sayIn(m, s);
		values.replaceChildren(valueTable(m));
		range.value = at + 1;
		select.value = m.part;
		/* A button that is switched off would lose the focus. */
		for (const [name, off] of [['first', at === 0], ['back', at === 0], ['next', at === moments.length - 1], ['last', at === moments.length - 1]])
			moves[name].setAttribute('aria-disabled', off);
	}

	const keys = {
		ArrowRight: () => at + 1, ArrowDown: () => at + 1, j: () => at + 1,
		ArrowLeft: () => at - 1, ArrowUp: () => at - 1, k: () => at - 1,
		Home: () => 0, End: () => moments.length - 1,
	};
	element.addEventListener('keydown', (e) => {
		if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey || e.target === select || e.target === range)
			return;
		if (e.target.matches('.lines') && /^Arrow(Left|Right)$/.test(e.key))
			return; /* long lines are scrolled by them */
		e.preventDefault();
		go(keys[e.key]());
	});
	range.addEventListener('input', () => go(Number(range.value) - 1));
	select.addEventListener('change', () => go(moments.findIndex((m) => m.part === select.value)));
	go(0);
	return element;
}
