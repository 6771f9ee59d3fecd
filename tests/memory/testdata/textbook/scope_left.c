// valid-memsafety: false(valid-deref)
// A pointer leads to a variable of a block that was left.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    int other = 1;
    if (__VERIFIER_nondet_int() > 0) {
        int inner = 2;
        p = &inner;
        *p = 3;
    }
    if (p)
        return *p == 3;
    return other;
}
