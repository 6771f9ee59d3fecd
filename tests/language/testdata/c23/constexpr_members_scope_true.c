extern void reach_error(void);
/* Other objects have the name of a constant struct; it is an argument and an initializer. */
typedef struct s { int n; } T;
constexpr T v = {3};
int g(int a, T b, int c) { return a + b.n + c; }
struct { int n; } x = {1}, y;
int f(struct s v) { return v.n; }
int main(void) { 
 if (g(1, v, v.n) != 7) reach_error(); 
 T k[] = {{1}, v}; if (k[1].n != 3) reach_error();
 { T w, v; v.n = 8; w = v; if (w.n != 8 || v.n != 8) reach_error(); }
 struct s z = {4};
 if (f(z) != 4) reach_error();
 { struct { int n; } a, v; v.n = 5; if (v.n != 5) reach_error(); }
 z = v, z.n = v.n + 1;
 if (z.n != 4) reach_error();
 goto v;
v:
 return x.n - 1;
}
