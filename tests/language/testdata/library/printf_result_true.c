extern void reach_error(void);
#include <stdio.h>
int main(void) { int n = printf("%d-%s\n", 12, "ab"); if (n != 6 && n >= 0) reach_error(); return 0; }
