/* a program of C23 finds its version */
void reach_error(void);
int main(void) {
  #if __STDC_VERSION__ > 201710L
  int *p = nullptr;
  if (p) reach_error();
  #else
  #error older
  #endif
  auto q = 1;
  #if true
  q = 0;
  #endif
  if (q) reach_error();
  return 0;
}
