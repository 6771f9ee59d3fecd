/* a generic selection with the type of nullptr; 3: */
int main(void) {
  return _Generic(nullptr, void *: 1, default: 0);
}
