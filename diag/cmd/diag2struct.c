/* diag2struct: compiler and linker output in, struct literals, JSON or text out. */
#include "diag/cmd/diag2struct/tool.h"

int main(int argc, char **argv)
{
	return fl_opts_main(&d2s_tool, argc, argv, d2s_run);
}
