// check readonly: proved
// A string literal is changed in place. Mended.
extern int __VERIFIER_nondet_int(void);
static void upper(char *s) {
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 'a' - 'A';
}
int main(void) {
    char name[] = "cupel", *other = "CUPEL";
    upper(__VERIFIER_nondet_int() ? name : other);
    return name[0] == 'C';
}
