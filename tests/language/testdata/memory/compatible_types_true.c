/* an enumeration is compatible with its integer type; qualifiers behind pointers count */
extern void reach_error(void);
enum e { A, B };
enum f { C, D };
int main(void) {
  if (!__builtin_types_compatible_p(enum e, unsigned) || __builtin_types_compatible_p(enum e, enum f) || __builtin_types_compatible_p(int *, const int *) ||
      !__builtin_types_compatible_p(const int, int))
    reach_error();
  return 0;
}
