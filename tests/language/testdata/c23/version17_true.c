/* a program of older C finds its version */
void reach_error(void);
int main(void) {
  #if __STDC_VERSION__ > 201710L
  reach_error();
  #endif
  return 0;
}
