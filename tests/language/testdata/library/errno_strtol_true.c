extern void reach_error(void);
#include <errno.h>
#include <stdlib.h>
int main(void) { errno = 0; if (strtol("12", 0, 10) != 12 || errno) reach_error(); strtol("99999999999999999999", 0, 10); if (errno != ERANGE) reach_error(); return 0; }
