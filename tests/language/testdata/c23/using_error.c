/* using is C++; 2: */
using namespace std;
int main() { return 0; }
