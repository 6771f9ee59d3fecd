/* #warning */
void reach_error(void);
int main(void) {
  #warning "this isn't C23's directive alone"
  if (0) reach_error();
  return 0;
}
