/* Counts and charts: each chart is a table with bars, or has a table beside it. */

function bar(part, whole) {
	return make('svg', {viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
		make('rect', {x: 0, y: 0, width: whole ? 100 * part / whole : 0, height: 10}));
}

/* Rows of {name, count} as a table with bars. Long ones show their first rows until asked. */
const rowsAtFirst = 12;

/* A program that came alone is its own repository, by its hash. */
function shortName(name) {
	return /^[0-9a-f]{64}$/.test(name) ? name.slice(0, 12) + '…' : shown(name) || '(none)';
}

function countTable(title, counts, whole, note) {
	const most = Math.max(1, ...counts.map((c) => c.count));
	const columns = [
		{title: 'what', cell: (c) => shortName(c.name)},
		{title: 'records', number: true, cell: (c) => count(c.count)},
		{title: 'share', number: true, cell: (c) => percent(c.count, whole)},
		{title: '', class: 'bar', cell: (c) => bar(c.count, most)},
	];
	const part = make('div', null, make('h3', null, title), note ? make('p', {class: 'quiet'}, note) : null);
	const draw = (rows) => table(title, columns, rows);
	let drawn = part.appendChild(draw(counts.slice(0, rowsAtFirst)));
	if (counts.length > rowsAtFirst) {
		const more = part.appendChild(button('Show all ' + counts.length, () => {
			drawn.replaceWith(drawn = draw(counts));
			more.remove();
			drawn.focus();
		}));
	}
	return part;
}

/* Counts of `datasets stats`, in the order of the page: name in it, title, note. */
const statColumns = [
	['kinds', 'Kinds of record'],
	['error_classes', 'Error classes', 'The class of the root cause.'],
	['evidence_classes', 'Evidence classes', 'The class of what the tools saw.'],
	['operators', 'Operators', 'What made the fault; “other”: a real fault, or an operator of another version.'],
	['languages', 'Languages'],
	['levels', 'Levels of verification'],
	['splits', 'Splits'],
	['hidden', 'Hidden inputs', 'Inputs that decide whether a fix is right, and that no prompt shows.'],
	['distances', 'From the stop to the edit', 'Of traces and crash reports: lines between the place they stop at and the nearest edit.'],
];

function countTables(census) {
	const rows = census.stats.rows;
	const parts = statColumns.map(([key, title, note]) => {
		const counts = census.stats[key];
		const whole = key === 'distances' ? counts.reduce((n, c) => n + c.count, 0) : rows;
		/* These are in the order of their numbers, the others by how many they are. */
		const ordered = key === 'distances' || key === 'hidden' ? counts : [...counts].sort((a, b) => b.count - a.count);
		return countTable(title, ordered, whole, note);
	});
	for (const c of census.columns)
		parts.push(countTable(c.title + (c.words > rowsAtFirst ? ' (' + count(c.words) + ')' : ''), c.counts, rows, c.note));
	return make('div', {class: 'cards'}, parts);
}

/* How long texts are: percentiles as a table, and a chart of the ranges for each text. */
const spreadColumns = [
	{title: 'text', cell: (s) => s.name},
	{title: 'records that have it', number: true, cell: (s) => count(s.count - s.none)},
	{title: 'mean', number: true, cell: (s) => count(s.count ? Math.round(s.sum / s.count) : 0)},
	{title: 'shortest', number: true, cell: (s) => count(s.least)},
	{title: '10 %', number: true, cell: (s) => count(s.tenth)},
	{title: '25 %', number: true, cell: (s) => count(s.quarter)},
	{title: 'median', number: true, cell: (s) => count(s.median)},
	{title: '75 %', number: true, cell: (s) => count(s.three_quarters)},
	{title: '90 %', number: true, cell: (s) => count(s.nine_tenths)},
	{title: '99 %', number: true, cell: (s) => count(s.ninety_nine)},
	{title: 'longest', number: true, cell: (s) => count(s.most)},
];

function spreadChart(s) {
	const most = Math.max(1, ...s.ranges.map((r) => r.count));
	const width = 100 / Math.max(1, s.ranges.length);
	const top = s.ranges.find((r) => r.count === most);
	const says = top ? 'Most are of ' + count(top.from) + ' to ' + count(top.to) + ' ' + s.unit + '.' : 'There are none.';
	const title = s.name + ', ' + s.unit;
	return make('figure', null, make('figcaption', null, title),
		make('svg', {class: 'columns', viewBox: '0 0 100 60', preserveAspectRatio: 'none', role: 'img',
			'aria-label': title + ': ' + says},
			s.ranges.map((r, i) => make('rect', {x: i * width + width * .06, width: width * .88,
				y: 60 - 60 * r.count / most, height: 60 * r.count / most},
				make('title', null, count(r.from) + ' to ' + count(r.to) + ': ' + count(r.count))))),
		s.ranges.length ? make('div', {class: 'ends', 'aria-hidden': 'true'}, make('span', null, count(s.ranges[0].from)),
			make('span', null, count(s.ranges[s.ranges.length - 1].to))) : null,
		lazily('As a table', () => table(title, [
			{title: s.unit, cell: (r) => count(r.from) + ' to ' + count(r.to)},
			{title: 'records', number: true, cell: (r) => count(r.count)},
		], s.ranges)));
}

function lengths(census) {
	const of = (unit) => census.spreads.filter((s) => s.unit === unit);
	return [make('h2', null, 'Lengths'),
		table('Lengths in bytes', spreadColumns, of('bytes')),
		table('Lengths in tokens', spreadColumns, of('tokens')),
		make('p', {class: 'quiet'}, 'Tokens are counted by “' + census.tokeniser + '”: letters and _ by six, digits and marks by three, ' +
			'and runs of blanks. A model’s tokeniser counts a little differently.'),
		make('p', {class: 'quiet'}, 'In the charts, each column is of lengths up to twice those of the one before.'),
		make('div', {class: 'cards'}, census.spreads.map(spreadChart))];
}

/* What became of the sites of each operator. */
const yieldColumns = [
	{title: 'operator', cell: (o) => o.operator},
	...[['sites', 'sites'], ['tried', 'tried'], ['compiled', 'compiled'], ['observed', 'observed']]
		.map(([key, title]) => ({title, number: true, cell: (o) => count(o[key])})),
	{title: 'of tried', number: true, cell: (o) => percent(o.observed, o.tried)},
	...[['survived', 'survived'], ['nondeterministic', 'differing'], ['near_limit', 'limit'], ['infra', 'failed'],
		['records', 'records'], ['duplicates', 'duplicates'], ['over_share', 'over share'], ['unrecorded', 'no record']]
		.map(([key, title]) => ({title, number: true, cell: (o) => count(o[key])})),
];

function sumOf(rows) {
	const sum = {operator: 'all'};
	for (const row of rows)
		for (const [key, value] of Object.entries(row))
			if (typeof value === 'number')
				sum[key] = (sum[key] || 0) + value;
	return sum;
}

function yields(m) {
	const tried = m.operators.filter((o) => o.tried).sort((a, b) => b.records - a.records || b.tried - a.tried);
	const idle = m.operators.filter((o) => !o.tried);
	if (!tried.length)
		return null;
	const all = sumOf(m.operators);
	return [make('p', null, 'Of ', count(all.sites), ' sites ', count(all.tried), ' were tried; of these ', count(all.observed), ' (',
			percent(all.observed, all.tried), ') showed a fault, which made ', count(all.records), ' records. ',
			count(all.duplicates), ' duplicates were left out, and ', count(all.over_share), ' records over their operator’s share.'),
		table('Yields by operator', yieldColumns, tried, all),
		idle.length ? make('p', {class: 'quiet'}, 'Not tried: ' + idle.map((o) => o.operator).join(', ') + '.') : null];
}

function refusals(m) {
	const p = m.programs;
	const columns = [{title: 'program', cell: (r) => shown(r.path)}, {title: 'reason', cell: (r) => r.reason},
		{title: 'more', cell: (r) => shown(r.detail)}];
	const refused = p.refused.reduce((n, c) => n + c.count, 0);
	return [make('h3', null, 'Programs'),
		make('p', null, count(p.taken) + ' were taken, ' + count(refused) + ' refused. The reasons are explained in docs/datasets.md.'),
		p.refused.length ? table('Programs refused, by reason', [{title: 'reason', cell: (c) => shown(c.name)},
			{title: 'programs', number: true, cell: (c) => count(c.count)}], p.refused) : null,
		p.refusals.length ? lazily('Each refused program', () => table('Refused programs', columns, p.refusals)) : null,
		m.inputs && m.inputs.length ? lazily('Programs that inputs were looked for (' + m.inputs.length + ')', () =>
			table('Inputs', [{title: 'program', cell: (i) => shown(i.path)},
				{title: 'kept', number: true, cell: (i) => count(i.kept)},
				{title: 'tried', number: true, cell: (i) => count(i.tried)},
				{title: 'why none', cell: (i) => i.none}], m.inputs)) : null];
}

function madeWith(m) {
	return lazily('What it was made with', () => [
		facts([['Faultline', m.faultline], ['schema version', m.schema_version], ['seed', m.seed],
			['arguments', m.arguments.join(' ')], ['fingerprint', m.fingerprint]]),
		make('ul', null, m.toolchain.map((t) => make('li', null, shown(t)))),
		table('Shards', [{title: 'shard', cell: (s) => s.path}, {title: 'records', number: true, cell: (s) => count(s.rows)},
			{title: 'size', number: true, cell: (s) => bytes(s.bytes)},
			{title: 'as JSON', number: true, cell: (s) => bytes(s.raw_bytes)}], m.shards)]);
}

function setPart(set) {
	const title = make('h2', null, 'How ' + shown(set.name) + ' was made');
	if (set.why)
		return [title, make('p', {class: 'warning'}, shown(set.why))];
	return set.manifests.flatMap((m) => [title, yields(m), refusals(m),
		m.skipped.length ? lazily('What was left out, and why (' + m.skipped.length + ' reasons)', () =>
			table('Left out', [{title: 'reason', cell: (c) => shown(c.name)},
				{title: 'how often', number: true, cell: (c) => count(c.count)}], m.skipped)) : null,
		madeWith(m)]);
}

function damagePart(data) {
	if (!data.damaged)
		return null;
	return make('div', {class: 'warning', role: 'note'},
		make('p', null, count(data.damaged) + (data.damaged === 1 ? ' row is' : ' rows are') +
			' damaged and in no count below.'),
		lazily('Which', () => [table('Damaged rows', [{title: 'file', cell: (d) => shown(d.file)},
			{title: 'line', number: true, cell: (d) => count(d.line)},
			{title: 'what is wrong', cell: (d) => shown(d.message)}], data.damages),
			data.damaged > data.damages.length ? make('p', null, 'And ' + count(data.damaged - data.damages.length) + ' more.') : null]));
}

function drawOverview(data) {
	const stats = data.census.stats;
	const groups = data.census.columns.find((c) => c.key === 'group');
	const number = (n, what) => make('li', null, make('b', null, n), what);
	const duplicates = data.sets.flatMap((s) => s.manifests).flatMap((m) => m.operators)
		.reduce((n, o) => n + o.duplicates, 0);
	byId('overview').append(...[
		make('h2', null, 'Overview'),
		damagePart(data),
		make('ul', {class: 'numbers'}, number(count(stats.rows), 'records'), number(bytes(stats.bytes), 'as JSON'),
			number(count(groups.words), groups.words === 1 ? 'repository' : 'repositories'),
			number(count(stats.operators.length), 'operators'),
			data.sets.some((s) => s.manifests.length) ? number(count(duplicates), 'duplicates left out') : null),
		make('p', null, data.picked === stats.rows ? 'All of them can be read under ' : count(data.picked) + ' of ' +
			count(stats.rows) + ' records, drawn by seed ' + data.seed + ', can be read under ',
			make('a', {href: '#records'}, 'Records'), '. Counts are of all.',
			data.too_long ? ' ' + count(data.too_long) + ' that were drawn are too long for a page.' : ''),
		countTables(data.census),
		...lengths(data.census),
		...data.sets.flatMap(setPart),
	].flat().filter((x) => x));
}
