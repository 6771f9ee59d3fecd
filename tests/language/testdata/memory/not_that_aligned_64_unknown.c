/* an object may lie at an address of a stricter alignment than it asks for, or not */
extern void reach_error(void);
_Alignas(16) char small[3];
int main(void) {
  if ((__UINTPTR_TYPE__)small % 32 != 0) reach_error();
  return 0;
}
