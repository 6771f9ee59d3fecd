extern void reach_error(void);
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
int main(void) { struct timespec t; int r = rand(); clock_gettime(0, &t); printf("%d %ld\n", r, t.tv_sec); reach_error(); return 0; }
