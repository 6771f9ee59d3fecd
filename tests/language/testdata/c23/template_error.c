/* template is C++; 2: */
template <class T> T id(T x) { return x; }
int main() { return id(0); }
