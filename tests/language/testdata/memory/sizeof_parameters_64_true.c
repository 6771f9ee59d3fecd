extern void reach_error(void);
typedef int A; int q[2];
int f(int n, int a[n], int b[][n], int c[static 3], int d[const], int e[*], int n2);
int f(int n, int a[n], int b[][n], int c[static 3], int d[const], int e[n+1], int n2){ enum {C=sizeof c, D=sizeof d, DD=sizeof(*&d)}; if (sizeof a!=8||sizeof b!=8||sizeof *b!=4*n||sizeof c!=8||sizeof d!=8||sizeof(*&a)!=8||sizeof e!=8||C!=8||D!=8||DD!=8||sizeof(*&b)!=8) reach_error(); return 0;}
int k(int a[static 2], int (*fp)(int b[]), const int s[]) { return sizeof a + sizeof(s) + sizeof(fp); }
static int kr(a,b) int a[]; int b[3]; { enum {N=sizeof b}; return sizeof a+sizeof(*&b)+N; }
int main(void){ int z[4]; f(4,z,(void*)z,z,z,z,1); if (k(z,0,0)!=24||kr(z,z)!=24) reach_error(); 
 for (int i=0;i<2;i++){ typeof(&z[1]) p=&z[1]; if (sizeof p!=8||sizeof *p!=4) reach_error(); }
 int vl[q[0]+3]; if (sizeof(typeof(vl))!=12||sizeof(*&vl)!=12||sizeof(vl+1)!=8||sizeof((0,vl))!=8) reach_error();
 return 0;}
