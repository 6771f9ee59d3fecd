extern void reach_error(void);
typedef char A[]; typedef int B[]; typedef const A CA; typedef int M[][3]; typedef unsigned short W[], *PW[];
char *gs=(char[]){"abc"}; struct {char *p; int n;} st={(char[]){"xyz"},3}; _Static_assert(sizeof((char[]){"abc"})==4,"");
unsigned long gl=sizeof((A){"abcd"}); int f(const char*s){return s[2];}
int main(void){ 
 B y={1,2,3}; 
 if (sizeof((B){1,2})!=8) reach_error();
 B z={1,2,3,4}; 
 if (sizeof y!=12) reach_error();
 if (sizeof z!=16) reach_error();
 if (sizeof((B){1,2,3})!=12) reach_error();
 A s="abc"; A t="hello";
 if (sizeof s!=4||sizeof t!=6) reach_error();
 if (sizeof((A){"abcd"})!=5||sizeof((const A){"abc"})!=4||sizeof((CA){"abcde"})!=6||sizeof((M){{1},{2}})!=24||sizeof((W){1,2,3})!=6||sizeof((PW){0,0})!=16) reach_error();
 char *q=(char[]){"abc"}; if (q[1]!='b'||q[3]!=0||gs[2]!='c'||st.p[1]!='y'||gl!=5||f((char[]){"abc"})!='c'||((A){"abcd"})[3]!='d') reach_error();
 q[0]='z'; if (q[0]!='z'||((int[]){L"ab"})[1]!='b'||sizeof((char[]){("abc")})!=4||((const char[]){("abc")})[2]!='c') reach_error();
 if (sizeof((unsigned char[]){"a\0b"})!=4||((char[]){"a\0b"})[2]!='b'||sizeof((char[]) {  "abc" , })!=4||sizeof((char[/*n*/])/*x*/{"abc"})!=4) reach_error();
 return 0;}
