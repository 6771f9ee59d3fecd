/* #elifdef and #elifndef */
void reach_error(void);
#define HERE
int main(void) {
  int x = 0;
  #ifdef NONE
  x = 1;
  #elifdef HERE
  x = 2;
  #else
  x = 3;
  #endif
  #if 0
  x += 10;
  #elifndef HERE
  x += 20;
  #elifndef NONE /* it is not */
  x += 30;
  #else
  x += 40;
  #endif
  if (x != 32) reach_error();
  return 0;
}
