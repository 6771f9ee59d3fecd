extern void reach_error(void);
#include <math.h>
int main(void) { if (sin(1.0) > 0.5) reach_error(); return 0; }
