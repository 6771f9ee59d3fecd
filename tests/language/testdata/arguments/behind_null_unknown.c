/* argv[argc + 1] is not part of the array: no defined execution comes to the error */
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argv[argc + 1] != 0) reach_error();
  return 0;
}
