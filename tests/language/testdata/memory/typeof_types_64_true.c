extern void reach_error(void);
typedef int A[2][3]; typedef int (*F)(int); int x; int h(int a){return a;} 
int main(void){ typeof(int[3]) v={1,2}; typeof(typeof(x)) z=3; typeof(int(*)[3]) p=&v; typeof(A) a; typeof(int*(*[4])(int,char)) w; typeof(const int) k=1; typeof(typeof(int[2])[5]) t; typeof(struct {int a[3];}) st; typeof(char*[3]) y; typeof(A*) ap=&a; typeof(unsigned int) un=1; typeof(typeof(typeof(int))*) ip=&x; typeof(F) ff=h;
 if (sizeof v!=12||sizeof z!=4||z!=3||sizeof *p!=12||sizeof a!=24||sizeof w!=32||k!=1||sizeof t!=40||sizeof t[0]!=8||sizeof st!=12||sizeof y!=24||sizeof *ap!=24||un!=1||ip!=&x||ff(2)!=2||v[1]!=2||sizeof(typeof(int[3]))!=12) reach_error();
 enum {N=sizeof(typeof(char[7]))}; if (N!=7) reach_error();
 return 0;}
