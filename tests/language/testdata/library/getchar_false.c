extern void reach_error(void);
#include <stdio.h>
int main(void) { if (getchar() == 'a' && getchar() == 'b' && getchar() == EOF && getchar() == EOF) reach_error(); return 0; }
