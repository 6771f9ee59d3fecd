extern void reach_error(void);
/* The type of a conditional expression with pointers to an object and to void, and with null pointer constants. */
#include <stdlib.h>
#include <string.h>
typedef const int C3[3];
typedef int A3[3];
typedef struct { int a; int v[2]; } S;
#define ISC(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
enum { Z, ONE };
int f(int n) { return n ? ISC(3 + ONE) : ISC(n); }
int main(void) {
  C3 *c = 0; A3 *a = 0; volatile A3 *va = 0; const A3 *ca = 0; int n = 3; S s = {1}, *p = &s; void *v = &s; const S *cp = &s; int arr[2] = {5, 6};
  int (*m)[3] = 0;
  if (_Generic(c, int (*)[3]: 0, const int (*)[3]: 1, volatile int (*)[3]: 2, default: 3) != 1)
    reach_error();
  if (_Generic(va, int (*)[3]: 0, const int (*)[3]: 1, volatile int (*)[3]: 2, default: 3) != 2)
    reach_error();
  if (_Generic(ca, A3 *: 0, const A3 *: 1, default: 3) != 1)
    reach_error();
  if (_Generic(c, A3 *: 0, const A3 *: 1, default: 3) != 1)
    reach_error();
  if (_Generic(c, A3 *: 0, C3 *: 1, default: 3) != 1)
    reach_error();
  if (_Generic(m, A3 *: 0, C3 *: 1, default: 3) != 0)
    reach_error();
  if (f(0) || !f(1))
    reach_error();
  if ((char *)((n ? v : p) + 1) - (char *)&s != 1)
    reach_error();
  if ((char *)((n ? p : v) + 1) - (char *)&s != 1)
    reach_error();
  if ((n ? NULL : p) + 0 != NULL)
    reach_error();
  if ((char *)((n > 5 ? NULL : p) + 1) - (char *)&s != sizeof(S))
    reach_error();
  if ((char *)((n > 5 ? 0 : p) + 1) - (char *)&s != sizeof(S))
    reach_error();
  if (((char *)&(n > 5 ? (void *)0 : arr)[1]) - (char *)arr != sizeof(int))
    reach_error();
  if (_Generic(n ? p : cp, S *: 1, const S *: 2) != 2)
    reach_error();
  if (_Generic(n ? p : (void *)cp, S *: 1, const S *: 2, void *: 3) != 3)
    reach_error();
  if (_Generic(n ? p : (void *)0, S *: 1, const S *: 2, void *: 3) != 1)
    reach_error();
  if (_Generic(n ? 0 : (n ? p : v), S *: 1, const S *: 2, void *: 3) != 3)
    reach_error();
  if (_Generic((n, n ? p : v), S *: 1, const S *: 2, void *: 3) != 3)
    reach_error();
  if (_Generic(n ? (n ? NULL : p) : NULL, S *: 1, const S *: 2, void *: 3) != 1)
    reach_error();
  if (sizeof(*(n ? (n ? p : v) : NULL)) != 1 || sizeof(*(n ? (n ? NULL : p) : NULL)) != sizeof(S) || sizeof *(n ? arr : v) != 1)
    reach_error();
  if (sizeof(*(n ? malloc(3) : p)) != 1 || sizeof(*(n ? p : memset(p, 0, 1))) != 1)
    reach_error();
  typeof(n ? p : v) q = p; 
  if ((char *)(q + 1) - (char *)p != 1)
    reach_error();
  int w = 7;
  if (sizeof w != 4 || w != 7)
    reach_error();
  q = arr;
  if ((char *)((n ? q : arr) + 1) - (char *)arr != 1)
    reach_error();
  return 0;
}
