package c

import (
	"strings"
	"testing"

	"cupel/core/program"
)

// TestUnread: specifications in other languages are told of, once per kind, and clauses that no compiler reads are blanks.
func TestUnread(t *testing.T) {
	for _, c := range []struct {
		src, want string
		said      []string
	}{
		{"int x; /* an @ */ //@\n/*@ unused */ int y;", "=", nil},
		{"/*@ requires x > 0;\n  @ ensures \\result > 0; */\nint f(int x);\n  //@ assigns \\nothing;\n", "=", []string{"p.c:1:1: warning: annotations in ACSL are not read: the answer is not about them (2 places)"}},
		{"\n for (;;) /*@ loop invariant i > 0; */ ;", "=", []string{"p.c:2:11: warning: annotations in ACSL are not read: the answer is not about them"}},
		{"char *s = \"/*@ requires */\";", "=", nil},
		{"int f(int x)\n__CPROVER_requires(x > 0 && (x < 9))\n__CPROVER_ensures(__CPROVER_return_value > 0) { return x; }",
			"int f(int x)\n                                    \n                                              { return x; }",
			[]string{"p.c:2:1: warning: contracts of CBMC are not read: the answer is not about them (2 places)"}},
		{"while (i < n) __CPROVER_loop_invariant(i\n<= n) { i++; }", "while (i < n)                           \n      { i++; }", []string{"p.c:1:15: warning: contracts of CBMC are not read: the answer is not about them"}},
		{"#define __CPROVER_requires(x)\nint x; /* __CPROVER_ */ void g(void) { __CPROVER_assigns(x); }", "=", nil},
	} {
		got, diags := unread("p.c", []byte(c.src))
		if c.want == "=" {
			c.want = c.src
		}
		var said []string
		for _, d := range diags {
			said = append(said, d.String())
		}
		if string(got) != c.want || strings.Join(said, "\n") != strings.Join(c.said, "\n") {
			t.Errorf("%q:\n%q\n%s", c.src, got, strings.Join(said, "\n"))
		}
	}
	m, diags, err := LowerUnits(t.Context(), []Unit{{Path: "p.c", Text: []byte("int f(int x) __CPROVER_requires(x > 0) { return x; }\nint main(void) { return f(1); }")}}, Options{Model: program.ILP32})
	if err != nil || m == nil || len(diags) != 1 {
		t.Errorf("%v, %v", diags, err)
	}
}
