extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int sorted(int *t, int n) { for (int i = 0; i < n; i++) if (!(i == 0 || t[i-1] < t[i])) return 0; return 1; }
int main(void){ int t[3]; for(int i=0;i<3;i++) t[i]=__VERIFIER_nondet_int(); int *p=t; if (sorted(p,3) && t[2]==7) reach_error(); return 0; }
