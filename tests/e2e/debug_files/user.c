#include <stddef.h>
int own_read(const int *p);
int main(void)
{
	int one = 1;
	one = own_read(&one);
	return own_read(NULL) + one; /* SECOND */
}
