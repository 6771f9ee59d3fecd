#include <string.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
typedef const int CI; typedef char *S; typedef int *const P; struct s { int a; };
int k; int one(void) { return 1; } void none(void) {}
CI a[2] = { 1 }; __typeof__(const int) b = 3; const char *const names[] = { "a", "b" }; char *const more[] = { "a", "b" }; int *const p = &k; static const S s = "q";
static int const *const tp[1] = { &k }; int (*const fp)(void) = one; void (*const tab[])(void) = { none, none }; const int *g = (const int[]){ 1, 2 }; P q = &k;
void parameters(const int c, int *const d, const struct s e, int which) {
  switch (which) { case 0: *(int *)&c = 1; break; case 1: *(int **)&d = 0; break; default: *(int *)&e = 1; }
}
int main(void) {
  static const char *const n[] = { "a", "b" }; static void *const t[2]; const char *const m[] = { "a", "b" }; struct s e = { 1 };
  switch (__VERIFIER_nondet_int()) {
  case 0: *(int *)(a + 1) = 1; break;
  case 1: *(int *)&b = 1; break;
  case 2: ((char **)names)[1] = 0; break;
  case 3: ((char **)more)[1] = 0; break;
  case 4: *(int **)&p = 0; break;
  case 5: *(char **)&s = 0; break;
  case 6: *(int **)tp = 0; break;
  case 7: *(int (**)(void))&fp = 0; break;
  case 8: *(void (**)(void))tab = 0; break;
  case 9: *(int *)g = 1; break;
  case 10: *(int **)&q = 0; break;
  case 11: ((char **)n)[1] = 0; break;
  case 12: memset((void *)t, 0, sizeof t); break;
  case 13: ((char **)m)[1] = 0; break;
  case 14: *(int *)(const int[]){ 1, 2 } = 1; break;
  case 15: *(int *)&(const int){ 1 } = 1; break;
  case 16: parameters(1, &k, e, 0); break;
  case 17: parameters(1, &k, e, 1); break;
  case 18: parameters(1, &k, e, 2); break;
  default: return 0;
  }
  reach_error();
}
