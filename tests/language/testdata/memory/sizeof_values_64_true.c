extern void reach_error(void);
#define EQ(a, b) if ((a) != (b)) reach_error()
int a[5]; char ca[7]; struct { int ar[3]; char s[9]; } st, *ps = &st; int m[2][3];
typedef struct { char b[6]; } rec;
static rec make(void) { rec r = {{1}}; return r; }
int main(void) { int c = 1, n = 4; int v[n]; int (*pm)[3] = m; 
EQ(sizeof(a + 1), 8); EQ(sizeof a, 20); EQ(sizeof(a), 20); EQ(sizeof((a)), 20); EQ(sizeof(0, a), 8); EQ(sizeof(0, "abc"), 8); EQ(sizeof("abc"), 4);
EQ(sizeof(({ a; })), 8); EQ(sizeof(c ? ca : 0), 8); EQ(sizeof(c ? ca : ca), 8); EQ(sizeof("abc" + 1), 8); EQ(sizeof(st.ar + 1), 8); EQ(sizeof st.ar, 12); EQ(sizeof ps->s, 9);
EQ(sizeof m[0], 12); EQ(sizeof *m, 12); EQ(sizeof *pm, 12); EQ(sizeof pm[1], 12); EQ(sizeof(m + 1), 8); EQ(sizeof(m[0] + 1), 8); EQ(sizeof &a, 8); EQ(sizeof *&a, 20); EQ(sizeof &m[0], 8);
EQ(sizeof v, 16); EQ(sizeof(v + 1), 8); EQ(sizeof(0, v), 8); if (sizeof (int[3]){1,2,3} != 12) reach_error(); EQ(sizeof make().b, 6); EQ(sizeof(make().b + 0), 8); EQ(__alignof__(a + 1), 8); EQ(_Alignof(a), 4);
EQ(sizeof _Generic(0, int: ca, default: 0), 7); EQ(sizeof __builtin_choose_expr(1, ca, 0), 7); EQ(sizeof __builtin_choose_expr(0, ca, 0), 4); EQ(sizeof __extension__ ca, 7); EQ(sizeof (a)[0], 4); EQ(sizeof(char)*2, 2); EQ(sizeof(int[3]), 12); EQ(sizeof (c, ca)[0], 1); EQ(sizeof(ca ? ca : ca), 8); EQ(sizeof __func__, 5); EQ(sizeof(__func__+0), 8);
return 0; }
