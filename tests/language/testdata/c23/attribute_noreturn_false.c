/* control does not come back from a function with the attribute noreturn */
void reach_error(void);
[[noreturn]] static void quit(void) { while (1) ; }
static int n;
int main(void) {
  if (n) quit();
  reach_error();
  return 0;
}
