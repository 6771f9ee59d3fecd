/* nothing but argc is used: any number */
extern void reach_error(void);
int main(int argc, char **argv) {
  (void)argv;
  if (argc == 100000) reach_error();
  return 0;
}
