/* Write faultline/literals.hpp for the shapes of diag alone to standard output. */
#include "base/schema.h"
#include "diag/model/diagnostic.h"

int main(void)
{
	struct fl_buf out;
	struct fl_error err;
	fl_buf_init(&out, 1 << 20);
	fl_schema_hpp(&out, &diag_registry);
	int rc = fl_buf_error(&out, "the header", &err);
	if (!rc)
		rc = fl_write_all(1, fl_buf_view(&out), &err);
	fl_buf_release(&out);
	return rc ? fl_error_exit(&err) : 0;
}
