/* variable arguments without a named parameter are not supported in a program that selects by types; 2: */
int first(...);
int main(void) { return _Generic(first, int (*)(...): 0, default: 1); }
