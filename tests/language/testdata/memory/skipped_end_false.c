extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void){ char b[8]; char *p=b; for(int i=0;i<8;i++) b[i]=0; int n=__VERIFIER_nondet_int(); if (n>=0 && n<8 && p[n]==0 && (n<7 ? p[n+1]==0 : 1)) reach_error(); return 0; }
