extern void reach_error(void);
#if !defined(__has_builtin) || !defined __has_attribute || !defined __has_c_attribute
#error asked in vain
#endif
int main(void) {
  int n = 0;
#if __has_attribute(noreturn) && __has_attribute(__packed__) && !__has_attribute(overloadable)
  n++;
#endif
#if __has_c_attribute(nodiscard) && __has_c_attribute(__maybe_unused__) && !__has_c_attribute(trivial)
  n++;
#endif
#if __has_builtin(__builtin_expect) && !__has_builtin(__builtin_assume)
  n++;
#endif
#if __has_include(<stdio.h>) && !__has_include("none.h")
  n++;
#endif
  if (n != 4)
    reach_error();
  return 0;
}
