/* namespace is C++; 2: */
namespace x {
int f();
}
int main() { return 0; }
