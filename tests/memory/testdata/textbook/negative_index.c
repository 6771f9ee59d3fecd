// valid-memsafety: false(valid-deref)
// A signed index is compared with the upper bound only.
extern int __VERIFIER_nondet_int(void);
int table[10];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 10)
        table[i] = 1;
    return 0;
}
