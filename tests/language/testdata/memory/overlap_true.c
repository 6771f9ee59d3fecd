#include <string.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void){ char a[16]="abcdefg"; int n=__VERIFIER_nondet_int(); if(n<0||n>8) return 0; memcpy(a+n,a,4); if (n<4 && n>0) reach_error(); strcpy(a+4, "xy"); if (a[5]!='y') reach_error(); strcpy(a,a+1); reach_error(); }
