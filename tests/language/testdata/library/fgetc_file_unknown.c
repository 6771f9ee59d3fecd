extern void reach_error(void);
#include <stdio.h>
int main(void) { FILE *f = fopen("a", "r"); if (f && fgetc(f) == 'a') reach_error(); return 0; }
