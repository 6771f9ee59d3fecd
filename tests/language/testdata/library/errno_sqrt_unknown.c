extern void reach_error(void);
#include <errno.h>
#include <math.h>
int main(void) { errno = 0; double x = sqrt(-1.0); if (errno == EDOM) reach_error(); return x == 0; }
