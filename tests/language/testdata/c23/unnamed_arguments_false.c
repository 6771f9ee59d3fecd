#include <stdarg.h>
extern void reach_error(void);
int first(...) { va_list ap; va_start(ap); return va_arg(ap, int); }
int main(void) { if (first(3) == 3) reach_error(); return 0; }
