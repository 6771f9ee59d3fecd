/* Numbers are rounded to nearest; with another direction the model ends. */
int __cupel_fegetround(void) {
  return 0;
}

int __cupel_fesetround(int direction) {
  if (direction != 0) __cupel_cut("another rounding mode than to nearest");
  return 0;
}

/* The flags of exceptions are not modelled: any may be set. */
int __cupel_fetestexcept(int flags) {
  return __cupel_any_int() & flags;
}

int __cupel_feclearexcept(int flags) {
  return 0;
}
