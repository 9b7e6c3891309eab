/* Commands that are more than a line, and those that would wait for more lines. */
#include "debugsession/console/console_priv.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "debugsession/console/words.h"

/* They read further lines up to "end", or take the terminal. */
static const struct {
	const char *word, *least;
	bool bare; /* only without an argument */
} readers[] = {
	{"commands", "comma", false},
	{"define", "def", false},
	{"define-prefix", "define-p", false},
	{"document", "doc", false},
	{"actions", "ac", false},
	{"python", "py", true},
	{"python-interactive", "pi", true},
	{"pi", "pi", true},
	{"guile", "gu", true},
	{"guile-repl", "guile-r", true},
	{"gr", "gr", true},
	{"shell", "she", true},
	{"!", "!", true},
	{"while", "wh", false},
	{"if", "if", false},
};

/* They let the program go on. */
static const struct {
	const char *word, *least;
} resumers[] = {
	{"run", "r"},
	{"start", "start"},
	{"starti", "starti"},
	{"continue", "c"},
	{"fg", "fg"},
	{"step", "s"},
	{"stepi", "si"},
	{"stepi", "stepi"},
	{"next", "n"},
	{"nexti", "ni"},
	{"nexti", "nexti"},
	{"finish", "fin"},
	{"until", "u"},
	{"advance", "adv"},
	{"jump", "j"},
	{"signal", "sig"},
	{"queue-signal", "queue"},
	{"reverse-continue", "rc"},
	{"reverse-continue", "reverse-c"},
	{"reverse-step", "rs"},
	{"reverse-step", "reverse-s"},
	{"reverse-stepi", "rsi"},
	{"reverse-stepi", "reverse-stepi"},
	{"reverse-next", "rn"},
	{"reverse-next", "reverse-n"},
	{"reverse-nexti", "rni"},
	{"reverse-nexti", "reverse-nexti"},
	{"reverse-finish", "reverse-f"},
};

static bool is_reader(struct fl_slice command)
{
	struct fl_slice args;
	for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
		if (dbg_words_match(command, readers[i].word, readers[i].least, &args) &&
			(args.len == 0 || !readers[i].bare))
			return true;
	return false;
}

bool dbg_console_resumes(struct fl_slice command)
{
	for (size_t i = 0; i < sizeof(resumers) / sizeof(*resumers); i++)
		if (dbg_words_match(command, resumers[i].word, resumers[i].least, NULL))
			return true;
	return false;
}

int dbg_console_check(struct fl_slice command, struct fl_error *err)
{
	if (command.len == 0)
		return fl_error_set(err, FL_EINVAL,
			"the command is empty, which repeats nothing here: send the command again");
	if (fl_slice_chr(command, '\0') >= 0)
		return fl_error_set(err, FL_EINVAL, "the command holds a NUL byte");
	if (fl_slice_chr(command, '\n') < 0 && is_reader(command))
		return fl_error_set(err, FL_EINVAL,
			"this command reads more lines: give them in the same command, up to "
			"\"end\", separated by newlines");
	return 0;
}

int dbg_console_script(int *script, struct fl_slice lines, struct fl_error *err)
{
	if (*script < 0)
		*script = memfd_create("script", MFD_CLOEXEC);
	if (*script < 0 || ftruncate(*script, 0) || lseek(*script, 0, SEEK_SET) < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot keep a script");
	int rc = fl_write_all(*script, lines, err);
	return rc ? rc : fl_write_all(*script, FL_S("\n"), err);
}
