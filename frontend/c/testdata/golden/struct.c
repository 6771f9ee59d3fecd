struct s { int a; short b[2]; }; struct s f(struct s x, int i) { x.b[i] = x.a; return x; } int main(void) { struct s v = {1, {2, 3}}; v = f(v, 1); return v.b[1]; }
