extern void reach_error(void);
#include <stdio.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { char b[4]; int n = snprintf(b, sizeof b, "%u", __VERIFIER_nondet_uchar()); if (n < 1 || n > 3 || strlen(b) != n) reach_error(); return 0; }
