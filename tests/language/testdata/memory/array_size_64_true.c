#include <stddef.h>
extern void reach_error(void);
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define FAILS_IF(e) (sizeof(struct { int : (-!!(e)); }))
#define ELEMENTS(a) (sizeof(a) / sizeof((a)[0]) + FAILS_IF(SAME((a), &(a)[0])))
int a[5], m[3][4];
struct s { int x; const char *name; } t[7];
int main(void) {
  int i = 1, *p = &i;
  if (ELEMENTS(a) != 5 || ELEMENTS(t) != 7 || ELEMENTS(m) != 3)
    reach_error();
  if (_Generic(i ? p : (void *)NULL, void *: 1, default: 0) != 1 || _Generic(i ? p : NULL, void *: 1, default: 0) != 0)
    reach_error();
  return 0;
}
