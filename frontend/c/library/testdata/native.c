/* Compares the bodies of the library, compiled by gcc, with glibc's functions on random values: native N SEED. The text of the bodies follows. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __SIZE_TYPE__ __cupel_size;
static int __cupel_errno, __cupel_lost, __cupel_kind, __cupel_state;
__cupel_size __cupel_out_double(char *, __cupel_size, __cupel_size, double, int, int, int, int);
__cupel_size __cupel_out_ldouble(char *, __cupel_size, __cupel_size, long double, int, int, int, int);
void __cupel_finish(char *, __cupel_size, __cupel_size);
double __cupel_strtod(const char *, char **);
float __cupel_strtof(const char *, char **);
long double __cupel_strtold(const char *, char **);
__cupel_size __cupel_scan_float(const char *, __cupel_size, int);
double __cupel_double(void);
int __cupel_strverscmp(const char *, const char *);

/* The extensions of C that bodies use. */
static int cuts;
void __cupel_cut() { cuts++; }
void __cupel_assume(int c) { if (!c) exit(2); }
int __cupel_any_int(void) { return 0; }
long __cupel_any_long(void) { return 0; }
unsigned char __cupel_any_char(void) { return 0; }
int __cupel_input_int(void) { return 0; }
long __cupel_input_long(void) { return 0; }
long long __cupel_input_llong(void) { return 0; }
double __cupel_input_double(void) { return 0; }
float __cupel_input_float(void) { return 0; }
long double __cupel_input_ldouble(void) { return 0; }
double __cupel_any_double(void) { return 0; }
unsigned __cupel_bits_float(float x) { unsigned u; memcpy(&u,&x,4); return u; }
unsigned long long __cupel_bits_double(double x) { unsigned long long u; memcpy(&u,&x,8); return u; }
float __cupel_value_float(unsigned u) { float x; memcpy(&x,&u,4); return x; }
double __cupel_value_double(unsigned long long u) { double x; memcpy(&x,&u,8); return x; }
unsigned __cupel_high_ldouble(long double x) { unsigned short u; memcpy(&u,(char*)&x+8,2); return u; }
unsigned long long __cupel_low_ldouble(long double x) { unsigned long long u; memcpy(&u,&x,8); return u; }
long double __cupel_value_ldouble(unsigned h, unsigned long long l) { long double x=0; unsigned short s=h; memcpy(&x,&l,8); memcpy((char*)&x+8,&s,2); return x; }

static uint64_t rs = 88172645463325252ull;
static uint64_t rnd(void) { rs ^= rs << 13; rs ^= rs >> 7; rs ^= rs << 17; return rs * 2685821657736338717ull; }
static long fails;
static double rd(void) {
  switch (rnd() % 6) {
  case 0: return __cupel_value_double(rnd());
  case 1: return (double)(long)(rnd() % 2000001 - 1000000) / 1000;
  case 2: return (double)(long)(rnd() % 20001 - 10000) / 8;
  case 3: { double v[] = {0.0,-0.0,1,0.5,1.5,2.5,9.5,99.5,0.05,9.995,999999.5,9999995,0.00001,0.0001,0.00009999995,1e22,1e23,5e-324,1.7976931348623157e308,2.2250738585072014e-308,INFINITY,-INFINITY,NAN,-NAN,123456789,1e15,1e16,1e17,4503599627370496.5,0x1.fp0,0x1.08p0,0x1.18p0}; return v[rnd() % (sizeof v/8)]; }
  case 4: return ldexp((double)(rnd() % 1000), (int)(rnd() % 40) - 20);
  }
  return ldexp((double)rnd(), (int)(rnd() % 200) - 164);
}
static long double rl(void) {
  switch (rnd() % 4) {
  case 0: { unsigned e = rnd() % 32768; unsigned long long m = rnd(); if (e) m |= 1ull << 63; else m &= ~0ull >> 1; if (e == 32767) m = 1ull << 63; return __cupel_value_ldouble(e | (rnd() & 1) << 15, m); }
  case 1: return ldexpl((long double)rnd(), (int)(rnd() % 200) - 164);
  case 2: { unsigned e = 16300 + rnd() % 200; unsigned long long m = rnd() << (rnd()%64); m |= 1ull << 63; return __cupel_value_ldouble(e | (rnd() & 1) << 15, m); }
  }
  return rd();
}
static void fmt(char *f, char *verb, int *flags, int *width, int *prec, int l) {
  char fl[8] = ""; int n = 0; *flags = 0;
  for (int i = 0; i < 5; i++) if (rnd() % 4 == 0) { fl[n++] = "-+ #0"[i]; fl[n] = 0; *flags |= 1 << i; }
  *width = rnd() % 2 ? 0 : rnd() % 30;
  *prec = rnd() % 3 ? (int)(rnd() % (rnd() % 20 ? 20 : 1200)) : -1;
  char v = "fFeEgGaA"[rnd() % 8];
  char w[12] = "", p[12] = "";
  if (*width) sprintf(w, "%d", *width);
  if (*prec >= 0) sprintf(p, ".%d", *prec);
  sprintf(f, "%%%s%s%s%s%c", fl, w, p, l ? "L" : "", v);
  if (v < 'a') *flags |= 32;
  *verb = v | 32;
}
static char A[40000], B[40000];
static void cmp(const char *f, int na, int nb, long double x) {
  if (cuts) { cuts = 0; return; }
  if (na != nb || strcmp(A, B)) { if (fails++ < 20) printf("FAIL %s %La: got %d %.200s want %d %.200s\n", f, x, na, A, nb, B); }
}
static void check_str(const char *s) {
  char *e1, *e2;
  { errno = 0; __cupel_errno = 0; double a = __cupel_strtod(s, &e1), b = strtod(s, &e2);
  if (memcmp(&a, &b, 8) && !(a != a && b != b) || e1 != e2 || __cupel_errno != errno) if (fails++ < 20) printf("FAIL strtod %s: %a %ld %d want %a %ld %d\n", s, a, e1 - s, __cupel_errno, b, e2 - s, errno); }
  { errno = 0; __cupel_errno = 0; float a = __cupel_strtof(s, &e1), b = strtof(s, &e2);
  if (memcmp(&a, &b, 4) && !(a != a && b != b) || e1 != e2 || __cupel_errno != errno) if (fails++ < 20) printf("FAIL strtof %s: %a %ld %d want %a %ld %d\n", s, a, e1 - s, __cupel_errno, b, e2 - s, errno); }
  if (!(__cupel_lost && __cupel_kind == 1)) { errno = 0; __cupel_errno = 0; long double a = __cupel_strtold(s, &e1), b = strtold(s, &e2);
  if (memcmp(&a, &b, 10) && !(a != a && b != b) || e1 != e2 || __cupel_errno != errno) if (fails++ < 20) printf("FAIL strtold %s: %La %ld %d want %La %ld %d\n", s, a, e1 - s, __cupel_errno, b, e2 - s, errno); }
}
static void versions(long n) {
  static const char digits[] = "0019a-";
  for (; n > 0; n--) {
    char a[8] = "", b[8] = "";
    int i = rnd() % 3, j = i, p = rnd() % 4, q = rnd() % 4;
    for (int k = 0; k < i; k++) a[k] = b[k] = digits[rnd() % 6];
    while (p--) a[i++] = digits[rnd() % 6];
    while (q--) b[j++] = digits[rnd() % 6];
    int x = strverscmp(a, b), y = __cupel_strverscmp(a, b);
    if ((x > 0) - (x < 0) != (y > 0) - (y < 0)) if (fails++ < 20) printf("FAIL strverscmp %s %s: %d want %d\n", a, b, y, x);
  }
}
int main(int argc, char **argv) {
  long N = atol(argv[1]);
  if (argc > 2) rs += atol(argv[2]) * 1234567;
  for (long i = 0; i < N; i++) {
    char f[64], verb; int flags, width, prec;
    fmt(f, &verb, &flags, &width, &prec, 0);
    double x = rd();
    int n = __cupel_out_double(A, 40000, 0, x, verb, flags, width, prec); __cupel_finish(A, 40000, n);
    int m = sprintf(B, f, x);
    cmp(f, n, m, x);
    if (i % 4 == 0) {
      fmt(f, &verb, &flags, &width, &prec, 1);
      long double y = rl();
      n = __cupel_out_ldouble(A, 40000, 0, y, verb, flags, width, prec); __cupel_finish(A, 40000, n);
      m = sprintf(B, f, y);
      cmp(f, n, m, y);
    }
  }
  for (long i = 0; i < N; i++) {
    char s[2000];
    switch (rnd() % 9) {
    case 0: sprintf(s, "%.*g", (int)(rnd() % 40), rd()); break;
    case 1: sprintf(s, "%.*Lg", (int)(rnd() % 40), rl()); break;
    case 2: sprintf(s, "%.*f", (int)(rnd() % 20), ldexp((double)(rnd() % 100000), -(int)(rnd() % 20))); break;
    case 3: { /* halfway */ double d = fabs(rd()); if (!(d < 1e308)) d = 1; double e = nextafter(d, INFINITY); long double h = ((long double)d + e) / 2; sprintf(s, "%.800Lg%s", h, rnd() % 3 ? "" : "1"); if (strchr(s, 'e')) { sprintf(s, "%.790Le", h); } break; }
    case 4: { int n = 1 + rnd() % 12; for (int k = 0; k < n; k++) s[k] = " +-0123456789.eE.xXpPinfa()"[rnd() % 26]; s[n] = 0; break; }
    case 5: { char *v[] = {"inf","INFINITY","infinit","nan","NaN(12)","nan(","-nan(x_)","nan(-)","0x","0x.","0x.8","0x1p","0x1p-","0x1.8p+2z","1e","1e+","1.e5",".5",".","-.","+.e1","1e400","-1e400","1e-400","1e-310","2.2250738585072011e-308","2.2250738585072012e-308","2.2250738585072014e-308","1e5000","1e-5000","4.9406564584124654e-324","2.4703282292062327e-324","2.4703282292062328e-324","1.7976931348623158e308","1.7976931348623159e308","3.4028235677973366e38","3.4028235677973365e38","0x1.fffffffffffff8p1023","0x1p-1075","0x1.000001p-1075","0x0.fffffffffffff8p-1022","0x0.fffffffffffffcp-1022","0x0.fffffffffffffap-1022","1e999999999999","0e999999999","1e-99999999999","000000000000000000000000000000000000001.5","0x000000000000000000000000000001.5","0.000000000000000000000000000000000000000000000000000015e30"}; strcpy(s, v[rnd() % (sizeof v / sizeof *v)]); break; }
    case 6: { sprintf(s, "%s0x%llx.%llx%016llxp%d", rnd() & 1 ? "-" : "", (unsigned long long)rnd() >> rnd() % 64, (unsigned long long)rnd() >> rnd() % 64, (unsigned long long)rnd(), (int)(rnd() % 2400) - 1200); break; }
    case 7: { sprintf(s, "%a", rd()); break; }
    default: { sprintf(s, "%llu.%llue%d", (unsigned long long)rnd() >> rnd() % 64, (unsigned long long)rnd() >> rnd() % 64, (int)(rnd() % 800) - 400); }
    }
    check_str(s);
    if (i % 4 == 0) { /* sscanf */
      const char *scanfmt[] = {"%lf%n", "%3lf%n", "%lf x%n", "%7lf%n"}; int wd[] = {-1, 3, -1, 7};
      int k = rnd() % 4 ; if (k == 2) k = 0;
      double a = 0, b = 0; int n1 = -1, n2 = -1, r1, r2 = 0;
      r1 = sscanf(s, scanfmt[k], &a, &n1);
      int skip = 0; for (char *q = s; *q; q++) if ((*q | 32) == 'e' || (*q | 32) == 'p' || (*q | 32) == 'x') skip = 1;
      if (skip && !(strlen(s) > 6 && wd[k] == -1 && (strchr(s, 'e') && s[strlen(s) - 1] >= '0' && s[strlen(s) - 1] <= '9') && strchr(s, 'x') == 0 && !strpbrk(s, "()infXP"))) continue;
      int j = __cupel_scan_float(s, 0, wd[k]);
      if (__cupel_state < 0) r2 = -1; else if (__cupel_state) { r2 = 1; b = __cupel_double(); n2 = j; }
      if (r1 != r2 || memcmp(&a, &b, 8) && !(a != a && b != b) || n1 != n2) if (fails++ < 20) printf("FAIL sscanf %s %s: %d %a %d want %d %a %d\n", s, scanfmt[k], r2, b, n2, r1, a, n1);
    }
  }
  versions(N * 10);
  printf("%ld fails\n", fails);
  return fails != 0;
}
