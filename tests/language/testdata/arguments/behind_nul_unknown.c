/* what is behind the end of a string is not part of it */
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 0 && argv[1][1] == 'x') reach_error();
  return 0;
}
