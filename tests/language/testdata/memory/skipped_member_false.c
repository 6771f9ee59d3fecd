extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct N { int v; struct N *next; };
int main(void){ struct N a={1,0}, *p=&a; int n=__VERIFIER_nondet_int(); struct N *q = n ? p : 0;
 int v = q ? q->v : 0; if (q && q->next && q->next->v) return 1; if ((!q || q->v==1) && v==0) reach_error(); return 0; }
