/* nullptr is a null pointer */
void reach_error(void);
int main(void) {
  int *p = nullptr;
  if (!p) reach_error();
  return 0;
}
