extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static const int tab[4]={1,2,3,4}; int w[4]; const char *s="abc"; char buf[4];
void up(char *p){ for(;*p;p++) if(*p>='a') *p-=32; }
void set(int *p,int i,int v){ p[i]=v; }
int main(void){ int k=__VERIFIER_nondet_int(); set(k?w:(int*)tab,2,9); for(int i=0;i<3;i++) buf[i]=s[i]; up(buf); if (w[2]==9 && buf[1]=='B') reach_error(); return 0; }
