extern void reach_error(void);
void *malloc(unsigned long);
struct S { int a; char b; double d; };
int main(void) { struct S *s = malloc(sizeof *s * 3); char buf[100]; char *q = buf; float *f = malloc(8);
 if (s[1].a == 5 && s[2].b == 'x' && s[0].d > 1e10 && q[70] == 3 && f[1] < 0) reach_error(); }
