extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static const int tab[4]={1,2,3,4}; int w[4];
void set(int *p,int i,int v){ p[i]=v; }
int main(void){ int k=__VERIFIER_nondet_int(); int *p = k ? w : (int*)tab; set(p,2,9); if (tab[2]==9) reach_error(); if (k==0) reach_error(); return 0; }
