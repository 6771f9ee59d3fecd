extern void reach_error(void);
enum{A=(__int128)1<<40>>38, B=sizeof((__int128)1), C, D=(unsigned)((__int128)5>>1)+1}; struct Q{int a;long l;};
enum {E=(int)(((__int128)1<<100)>>98)}; char z[(int)(((__int128)1<<100)>>98)]; char y[(__int128)3+2]; struct {int b:(__int128)5;} bf; 
enum {F=__builtin_choose_expr(__builtin_offsetof(struct Q,l)%5, 1, 2), G=__builtin_choose_expr((__int128)1<<80!=0, 3, 4)};
char w[__builtin_choose_expr(__builtin_offsetof(struct Q,l)==8, 6, 7)];
int f(int a[]){ static int s=sizeof a; enum {N=sizeof a, M=sizeof(a), K=sizeof a/sizeof a[0]}; char q[sizeof a]; return sizeof a+N+M+K+sizeof q+s; }
int f2(int a[][5]){ enum {N=sizeof a, M=sizeof(*a)}; _Static_assert(sizeof a==8,""); return sizeof(a)+N+M+sizeof((a))+sizeof(1?a:0); }
int main(void){ int k=4,r=0; switch(k){case (__int128)2+2: r=1;}
 if (A!=4||B!=16||C!=17||D!=3||E!=4||sizeof z!=4||sizeof y!=5||r!=1||F!=1||G!=3||sizeof w!=6) reach_error();
 bf.b=15; if (bf.b!=15) reach_error();
 if (__builtin_choose_expr(__builtin_offsetof(struct Q,l)%5, 1, 2)!=1) reach_error();
 if (f(0)!=8*5+2||f2(0)!=8+8+20+8+8) reach_error();
 return 0;}
