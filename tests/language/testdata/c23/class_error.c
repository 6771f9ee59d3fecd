/* class is C++; 2: */
class c {
public:
  int x;
};
int main() { return 0; }
