/* </script><script>window.pwned = 1</script><img src=x onerror="window.pwned=1"> */
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int calls;
int classify(char c) {
  calls++;
  if (c == '\n')
    return 2;
  return 1;
}
int main(void) {
  const char *name = "</script><script>window.pwned = 1</script>";
  int lines = classify(__VERIFIER_nondet_char());
  if (lines == 2 && name[0] == '<')
    reach_error();
  return 0;
}
