static int planted(const int *p)
{
	return *p; /* PLANTED */
}

int own_read(const int *p)
{
	return planted(p) + 1;
}
