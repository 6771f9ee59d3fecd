/* its type int only 32; 2: */
struct s { int a : 33; };
int main(void) { struct s v = {1}; return v.a; }
