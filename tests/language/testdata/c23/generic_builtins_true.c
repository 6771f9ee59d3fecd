/* bit functions of any type */
void reach_error(void);
int main(void) {
  unsigned char c = 0x10;
  if (__builtin_clzg(c) != 3 || __builtin_ctzg(c) != 4 || __builtin_clzg(0u, 77) != 77 || __builtin_ctzg((unsigned short)0, -1) != -1 || __builtin_popcountg(c) != 1 || __builtin_parityg(3ull) != 0) reach_error();
  if (__builtin_ffsg(c) != 5 || __builtin_clrsbg((signed char)-1) != 7 || __builtin_clrsbg(1) != 30 || __builtin_ffsg(8) != 4) reach_error();
  return 0;
}
