// Diagnostics from standard input by libfaultline-diag, through koffi.
import koffi from 'koffi';

export function load(path = 'libfaultline-diag.so.0') {
	const lib = koffi.load(path);
	koffi.opaque('diag_stream');
	koffi.proto('int diag_stream_fn(void *ctx, const char *text, size_t len)');
	return {
		create: lib.func('diag_stream *diag_stream_new(diag_stream_fn *fn, void *ctx)'),
		free: lib.func('void diag_stream_free(diag_stream *s)'),
		set: lib.func('int diag_stream_set(diag_stream *s, const char *option, const char *value)'),
		feed: lib.func('int diag_stream_feed(diag_stream *s, const void *text, size_t len)'),
		finish: lib.func('int diag_stream_finish(diag_stream *s)'),
		error: lib.func('const char *diag_stream_error(diag_stream *s)'),
	};
}

// The diagnostics, as objects, of an async iterable of Buffers; options as {notes: 'full'}.
export async function* diagnostics(lib, chunks, options = {}) {
	let found = [];
	const take = koffi.register((_ctx, text, _len) => {
		found.push(JSON.parse(text)); // koffi has made a string of it
		return 0;
	}, koffi.pointer('diag_stream_fn'));
	const stream = lib.create(take, null);
	const check = (rc) => {
		if (rc)
			throw new Error(lib.error(stream));
	};
	try {
		for (const [name, value] of Object.entries(options))
			check(lib.set(stream, name, value));
		for await (const chunk of chunks) {
			check(lib.feed(stream, chunk, chunk.length));
			yield* found;
			found = [];
		}
		check(lib.finish(stream));
		yield* found;
	} finally {
		lib.free(stream);
		koffi.unregister(take);
	}
}

if (process.argv[1] && import.meta.url.endsWith('/' + process.argv[1].split('/').pop())) {
	const lib = load(...process.argv.slice(2, 3));
	for await (const d of diagnostics(lib, process.stdin, {thought: 'yes'})) {
		console.log(JSON.stringify(d));
		console.log(`# ${d.file}:${d.line}: ${d.error_class}: ${d.root_cause}`);
	}
}
