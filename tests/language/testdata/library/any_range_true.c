extern void reach_error(void);
#include <math.h>
#include <stdlib.h>
int main(void) { if (sin(1.0) > 1 || cosf(2.0f) < -1 || exp(3) < 0 || rand() < 0 || log(1) != 0 || !isnan(sqrt(-1.0))) reach_error(); return 0; }
