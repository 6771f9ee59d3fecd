// valid-memsafety: unknown
// valid-memcleanup: true
int main(void) {
    int *q = 0, i;
    for (i = 0; i < 2; i++) {
        int x = i;
        if (i)
            return *q;
        q = &x;
    }
    return 0;
}
