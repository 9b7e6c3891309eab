/* diag2struct: compiler and linker output in, struct literals, JSON or text out. */
#include "diag/cmd/diag2struct/tool.h"

int main(int argc, char **argv)
{
	return d2s_main(argc, argv);
}
