struct s { int a[2]; } x; int main(void) { static auto q = x.a; CHECK(sizeof q == 8); auto r = x.a; CHECK(sizeof r == 8);}
