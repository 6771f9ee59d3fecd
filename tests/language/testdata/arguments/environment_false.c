#include <assert.h>
int main(int argc, char **argv, char **envp) {
  int n = 0;
  for (char **e = envp; *e; e++) n += (*e)[0] == 'A' && (*e)[1] == '=';
  assert(n < 2 || argc != 1);
  return 0;
}
