package scale

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed testdata/module.c
var module string

const (
	before = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define nondet_uchar __VERIFIER_nondet_uchar
#define nondet_char __VERIFIER_nondet_char
#define nondet_uint __VERIFIER_nondet_uint
#define nondet_int __VERIFIER_nondet_int
static void check(int ok) { if (!ok) reach_error(); }

`
	call = "    instance_%d();\n"
)

// Program is a program of about the given number of lines, and how many instances of the modules it has. It is safe.
func Program(lines int) (text string, instances int) {
	instances = max(1, lines/(strings.Count(module, "\n")+1))
	var b strings.Builder
	b.WriteString(before)
	for i := range instances {
		b.WriteString(strings.ReplaceAll(module, "@", fmt.Sprint(i)))
	}
	b.WriteString("int main(void)\n{\n")
	for i := range instances {
		fmt.Fprintf(&b, call, i)
	}
	b.WriteString("    return 0;\n}\n")
	return b.String(), instances
}
