/* whether an operation overflows */
void reach_error(void);
int main(void) {
  if (!__builtin_add_overflow_p(2147483647, 1, 0) || __builtin_add_overflow_p(2147483647, 1, 0ll) || !__builtin_mul_overflow_p(20, 20, (unsigned char)0) || !__builtin_sub_overflow_p(1u, 2u, 0u)) reach_error();
  return 0;
}
