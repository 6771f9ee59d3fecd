extern void reach_error(void);
#include <float.h>
#include <limits.h>
static_assert(BOOL_MAX == 1 && BOOL_WIDTH == 1);
#if BOOL_MAX != 1 || FLT_IS_IEC_60559 != 2 || DBL_IS_IEC_60559 != 2 || LDBL_IS_IEC_60559 != 2
#error no
#endif
static_assert(_Generic(INFINITY, float: 1) && _Generic(NAN, float: 1) && _Generic(FLT_SNAN, float: 1) && _Generic(DBL_SNAN, double: 1) &&
              _Generic(LDBL_SNAN, long double: 1));
int main(void) {
  double s = DBL_SNAN;
  float n = NAN;
  if (s == s || n == n || !(INFINITY > FLT_MAX) || !__builtin_isnan(FLT_SNAN) || !__builtin_isnan(LDBL_SNAN))
    reach_error();
  if (FLT_NORM_MAX != FLT_MAX || DBL_NORM_MAX != DBL_MAX || LDBL_NORM_MAX != LDBL_MAX)
    reach_error();
  return 0;
}
