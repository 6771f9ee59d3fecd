/* #include <iostream> is C++; 2: */
#include <iostream>
int main() { return 0; }
