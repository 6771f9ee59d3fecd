extern void reach_error(void);
#define old deprecated
#if __has_c_attribute(gnu::packed) != 1 || __has_c_attribute ( __gnu__::__unused__ ) != 1 || __has_attribute(gnu::aligned) != 1
#error GNU's attributes are there
#endif
#if __has_c_attribute(packed) || __has_c_attribute(clang::overloadable) || __has_c_attribute(gnu::none)
#error these are not
#endif
#if !__has_c_attribute(old) || !__has_attribute(old) || !__has_c_attribute( fallthrough )
#error macros are expanded
#endif
[[gnu::cold]];
[[gnu::none(![!(!)!]!,;;)]] static int x = 1;
int main(void) {
  [[gnu::hot]] { x++; }
  [[gnu::hot]] x++;
  if (x != 3)
    reach_error();
  return 0;
}
