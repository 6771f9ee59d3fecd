/* #elifdef is not skipped */
void reach_error(void);
#define HERE
int main(void) {
  #ifdef NONE
  #elifdef HERE
  reach_error();
  #endif
  return 0;
}
