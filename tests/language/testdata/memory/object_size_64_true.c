// What gcc knows of __builtin_object_size without optimisation: declared objects, and parts of them at constant places.
extern void reach_error(void);
#define IS(p, a, b) if (__builtin_object_size(p, 0) != a || __builtin_object_size(p, 1) != b || \
  __builtin_object_size(p, 2) != a || __builtin_dynamic_object_size(p, 3) != b) reach_error()
#define FROM(p, a) if (__builtin_object_size(p, 0) != a || __builtin_object_size(p, 2) != a) reach_error()
struct s { int n; char b[10]; short h[4]; struct { char c[6]; int k; } in; char last[4]; } x, xs[3];
struct __attribute__((packed)) q { char c; int n; short h[3]; } q;
union u { int n; char c[12]; } u;
int m[3][5];
char text[] = "hello";
int main(void) {
  char b[10];
  IS(b, 10, 10); IS(&b, 10, 10); IS(&b[3], 7, 7); IS(&3[b], 7, 7); IS(&b[10], 0, 0); IS((const void *)b, 10, 10); IS(&*b, 10, 10); IS(*&b, 10, 10);
  FROM(b + 3, 7); FROM(3 + b, 7); FROM((b + 5) - 3, 8); FROM((char *)&x + 4, 36); FROM(&x + 1, 0); FROM(&b[2] + 1, 7);
  IS(&x, 40, 40); IS(&x.n, 40, 4); IS(x.b, 36, 10); IS(&x.b[3], 33, 7); IS(&x.in, 16, 12); IS(&x.in.c[2], 14, 4); IS(&x.in.k, 8, 4); IS(x.last, 4, 4);
  IS((&x)->b, 36, 10); IS(&xs[1], 80, 80); IS(xs[1].b, 76, 10); IS(&x.b[11], 25, 0); FROM(x.b + 11, 25);
  IS(m, 60, 60); IS(m[1], 40, 40); IS(&m[1][2], 32, 12); IS(*m, 60, 60); IS(&q.n, 10, 4); IS(&q.h[1], 4, 4); IS(&u.n, 12, 4); IS(&u.c[1], 11, 11);
  IS(text, 6, 6); IS("hello", 6, 6); IS(&"hello"[2], 4, 4);
  if (__builtin_object_size((void *)0, 0) != -1ul || __builtin_object_size((void *)16, 3) != 0) reach_error();
}
