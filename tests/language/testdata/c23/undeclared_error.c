/* undefined: nulptr; 3: */
int main(void) {
  int *p = nulptr;
  return !p;
}
