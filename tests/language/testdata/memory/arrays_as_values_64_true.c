extern void reach_error(void);
int m[3][4]={{1,2,3,4},{5,6,7,8},{9,10,11,12}}; int a1[4]={1,2,3,4};
typedef int TA[4];
int f(int pa[4], int pb[], int pc[][4], int pf(int), TA pt){
  if ((*&pa)[1]!=2||(&pa)[0][2]!=3||**&pa!=1||(*&pb)[3]!=4||(*&pc)[1][2]!=7||(*(&pc))[2][3]!=12||*(*&pa+1)!=2||pf(3)!=4||(*&pf)(4)!=5||(*&pt)[1]!=2) reach_error();
  int b[4]={7,8,9,10}; *&pa=b; if (pa[1]!=8||(*&pa)[2]!=9) reach_error();
  __auto_type q=&pa; if ((*q)[1]!=8||sizeof(*q)!=8) reach_error(); *q=a1; if (pa[1]!=2) reach_error();
  typeof(&pa) r=&pa; if (**r!=1||sizeof *r!=8) reach_error(); (*r)++; if (*pa!=2) reach_error();
  typeof(pa) s=pa; s++; if (*s!=3) reach_error(); typeof(&pc[1]) t=&pc[1]; if ((*t)[1]!=6||sizeof *t!=16) reach_error();
  typeof(pa+1) *pp=&pa; if (**pp!=2||sizeof(*pp)!=8) reach_error(); (*pp)=b; if (pa[0]!=7) reach_error();
  struct {typeof(a1+1) x; int y;} st={a1,1}; if (sizeof st.x!=8||st.x[2]!=3||sizeof st!=16) reach_error(); enum {E=sizeof st.x, F=sizeof(*&st.x)}; if (E!=8||F!=8) reach_error();
  if ((char*)(&pa+1)-(char*)&pa!=8||(char*)(&m[0]+1)-(char*)&m[0]!=16) reach_error();
  return 0; }
int g(int n){return n+1;}
int main(void){ f(a1,a1,m,g,a1);
  if (L"abc"[1]!='b'||*(L"abc"+2)!='c'||(0,L"abc")[0]!='a'||(&L"abc"[1])[1]!='c'||*&L"xyz"[2]!='z'||(*&L"abc")[1]!='b') reach_error();
  const int *w=L"abc"; if (w[3]!=0||w[0]!='a') reach_error(); int arr[]=L"hi"; if (sizeof arr!=12||arr[1]!='i') reach_error();
  if ((1?a1:0)[1]!=2||(0,m)[1][1]!=6||({a1;})[2]!=3||(1?m[1]:0)[2]!=7||(*(1?&m[1]:0))[3]!=8||__builtin_choose_expr(1,m,0)[2][0]!=9||_Generic(1,int:m,default:0)[2][1]!=10) reach_error();
  typeof(__builtin_choose_expr(1,m,0)) y; y[2][3]=5; if (sizeof y!=48||y[2][3]!=5) reach_error(); static typeof(_Generic(1,int:m,default:0)) z; z[1][0]=2; if (z[1][0]!=2||sizeof z!=48) reach_error();
  static unsigned long sl=sizeof(typeof(_Generic(1,int:m,default:0)))+sizeof(typeof(__builtin_choose_expr(1,a1,0))); if (sl!=64) reach_error();
  return 0;}
