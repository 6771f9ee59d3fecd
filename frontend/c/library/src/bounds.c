/* Functions of which IEEE 754 does not fix the last bit: their range, and NaN
   for what has no value. The variants for float and long double are made from
   these. */
double __cupel_sin(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x - x != 0 ? r != r : x == 0 ? r == 0 : r >= -1 && r <= 1);
  if (x - x != 0) __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_cos(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x - x != 0 ? r != r : x == 0 ? r == 1 : r >= -1 && r <= 1);
  if (x - x != 0) __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_tan(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x - x != 0 ? r != r : x == 0 ? r == 0 : r == r);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_asin(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= -1 && x <= 1 ? (x == 0 ? r == 0 : r >= -1.6 && r <= 1.6) : r != r);
  if (!(x >= -1 && x <= 1)) __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_acos(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= -1 && x <= 1 ? (x == 1 ? r == 0 : r >= 0 && r <= 3.15) : r != r);
  if (!(x >= -1 && x <= 1)) __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_atan(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : r >= -1.6 && r <= 1.6);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_atan2(double y, double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x || y != y ? r != r : r >= -3.15 && r <= 3.15);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_sinh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : x > 0 ? r >= 0 : r <= 0);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_cosh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : r >= 1);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_tanh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : r >= -1 && r <= 1);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_asinh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : x > 0 ? r >= 0 : r <= 0);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_acosh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= 1 ? r >= 0 : r != r);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_atanh(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= -1 && x <= 1 ? r == r : r != r);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_exp(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 1 : x > 0 ? r >= 1 : r >= 0 && r <= 1);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_exp2(double x) {
  return __cupel_exp(x);
}

double __cupel_exp10(double x) {
  return __cupel_exp(x);
}

double __cupel_expm1(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : x > 0 ? r >= 0 : r >= -1 && r <= 0);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_log(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= 0 ? (x == 1 ? r == 0 : x > 1 ? r >= 0 : r <= 0) : r != r);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_log10(double x) {
  return __cupel_log(x);
}

double __cupel_log2(double x) {
  return __cupel_log(x);
}

double __cupel_log1p(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x >= -1 ? (x == 0 ? r == 0 : x > 0 ? r >= 0 : r <= 0) : r != r);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_pow(double x, double y) {
  double r = __cupel_any_double();
  __cupel_assume(y == 0 || x == 1 ? r == 1 : x != x || y != y ? r != r : !(x >= 0) || r >= 0);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_cbrt(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : x > 0 ? r >= 0 : r <= 0);
  return r;
}

double __cupel_hypot(double x, double y) {
  double r = __cupel_any_double();
  __cupel_assume(r != r ? x != x || y != y : r >= 0);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_erf(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : x == 0 ? r == 0 : r >= -1 && r <= 1);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_erfc(double x) {
  double r = __cupel_any_double();
  __cupel_assume(x != x ? r != r : r >= 0 && r <= 2);
  __cupel_errno = __cupel_any_int();
  return r;
}

double __cupel_tgamma(double x) {
  __cupel_errno = __cupel_any_int();
  return __cupel_any_double();
}

double __cupel_lgamma(double x) {
  __cupel_errno = __cupel_any_int();
  return __cupel_any_double();
}
