// valid-memsafety: false(valid-deref)
// valid-memcleanup: true
static int *f(int n) {
    int a[n];
    a[0] = 1;
    int *p = a;
    return p;
}
int main(int argc, char **argv) {
    return *f(argc > 1 ? 2 : 1);
}
